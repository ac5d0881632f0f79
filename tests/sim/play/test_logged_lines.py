"""Any deal or match played alone is the line that a whole log has of it."""

import random

import pytest

from meldlab.sim.play.log import deal_log
from meldlab.sim.table.block import CHUNK_DEALS

#: More than are recorded together.
DEALS, MATCHES = 70, 18

SEATS = {
    "indian-rummy": (["greedy", "cautious", "random"], {}),
    "indian-rummy-points": (["greedy"], {"players": 2}),
    "continental": (["greedy", "random"], {"contract": "TT"}),
    "pinacle": (["greedy", "builder"] * 2, {}),
}


def _rotations(log):
    return log.job.task.rotations


@pytest.mark.parametrize("game", SEATS)
def test_any_deal_played_alone_is_its_line_of_the_whole_log(game):
    strategies, options = SEATS[game]
    log = deal_log(game, strategies, seed=3, **options)
    whole = list(log.lines(DEALS))
    assert len(whole) == DEALS * _rotations(log)
    for number in random.Random(1).sample(range(len(whole)), 8):
        deal, rotation = divmod(number, _rotations(log))
        assert next(log.lines(1, first_deal=deal, rotation=rotation)) == whole[number]


@pytest.mark.parametrize("game", SEATS)
def test_deals_on_both_sides_of_a_chunks_end_are_those_played_alone(game):
    strategies, options = SEATS[game]
    log = deal_log(game, strategies, seed=3, **options)
    last = CHUNK_DEALS - 1
    together = list(log.lines(2, first_deal=last, rotation=0))
    alone = [next(log.lines(1, first_deal=deal, rotation=0)) for deal in (last, last + 1)]
    assert together == alone


@pytest.mark.parametrize(
    ("game", "strategies", "rules"),
    [
        ("indian-rummy", ["greedy", "cautious", "random"], {"play.pool_limit": 101}),
        ("continental", ["greedy"], {"play.max_turns": 30}),
        ("pinacle", ["greedy", "builder"] * 2, {"play.target": 500}),
    ],
)
def test_any_match_played_alone_is_its_lines_of_the_whole_log(game, strategies, rules):
    log = deal_log(game, strategies, match=True, seed=3, players=max(2, len(strategies)), set=rules)
    whole = {}
    for line in log.lines(MATCHES):
        whole.setdefault(line["match"], []).append(line)
    assert sorted(whole) == list(range(MATCHES))
    for number in (0, 15, 16, MATCHES - 1):
        assert list(log.lines(1, first_deal=number)) == whole[number]
