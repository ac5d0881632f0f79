"""Whole deals a second by compiled strategies on one thread, and gin beside OpenSpiel's simple bot (extra ``peers``).

The bars of the play rooms: 5,000 deals a second of Indian rummy with two greedy players, 2,000 of Continental (TTE)
and of Pinacle with four, gin at least 300 times the games of OpenSpiel's bot in the same run.
"""

import time

import pytest

from meldlab import load_ruleset
from meldlab.sim.games.registry import family_called, make_game
from meldlab.sim.play.task import CHUNK_DEALS
from meldlab.sim.table.block import Block
from meldlab.sim.table.strategies import make_strategy

DEALS = 512
PEER_GAMES = 20

# Deals played together: a slice of a run takes a quarter of a second, or a chunk when that is less.
GAMES = [
    ("indian-rummy", None, 2, CHUNK_DEALS),
    ("indian-rummy-points", None, 2, CHUNK_DEALS),
    ("continental", "TTE", 4, DEALS),
    ("pinacle", None, 4, DEALS),
    ("gin", None, 2, DEALS),
]


def prepared(name, contract, players, *, deals=DEALS):
    """Return a function that plays further deals with greedy players at every seat."""
    ruleset = load_ruleset(name)
    game = make_game(ruleset, players=players, contract=contract)
    game.prepare()
    known = family_called(ruleset.objective).play.strategies

    def play(first_deal):
        seats = tuple(make_strategy("greedy", known) for _ in range(players))
        return game.play(Block(seed=1, first_deal=first_deal, deals=deals, strategies=seats))

    play(0)
    return play


def deals_per_second(play, *, blocks, deals=DEALS):
    """Return the best of several blocks: another process only ever makes one slower."""
    best = 0.0
    for number in range(1, blocks + 1):
        begun = time.perf_counter()
        play(number * deals)
        best = max(best, deals / (time.perf_counter() - begun))
    return best


@pytest.mark.parametrize(("name", "contract", "players", "deals"), GAMES)
def test_greedy_deals(benchmark, name, contract, players, deals):
    play = prepared(name, contract, players, deals=deals)
    benchmark.extra_info.update(deals_per_second=deals_per_second(play, blocks=5, deals=deals))
    benchmark(play, deals)


def test_gin_beside_the_simple_bot_of_openspiel(benchmark):
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("gin_rummy")

    def peer_games():
        for seed in range(PEER_GAMES):
            bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), player) for player in range(2)]
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    peer_games()
    theirs = 0.0
    for _ in range(5):
        begun = time.perf_counter()
        peer_games()
        theirs = max(theirs, PEER_GAMES / (time.perf_counter() - begun))
    ours = deals_per_second(prepared("gin", None, 2), blocks=20)
    benchmark.extra_info.update(deals_per_second=ours, peer_deals_per_second=theirs, times_as_fast=ours / theirs)
    benchmark(peer_games)
