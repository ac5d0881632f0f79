"""Contracts of sets only and of runs only as automata; outcomes of many hands."""

from meldlab.sim.games.contract.odds.odds import ODDS

__all__ = ["ODDS"]
