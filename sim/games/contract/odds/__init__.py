"""Contracts of sets only and of runs only as automata; outcomes of many hands."""

from meldlab.sim.games.contract.odds.outcomes import ContractOdds

ODDS = ContractOdds()
