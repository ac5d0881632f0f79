"""Logs of matches and of rotations: each deal counts once, an honest log of played matches has no finding."""

import itertools

import pytest

from meldlab import audit
from meldlab.sim.play.log import deal_log

POOL = {"play.pool_limit": 101}


def played(game, strategies, matches, **options):
    """Return the lines of matches, without what happened in them."""
    lines = deal_log(game, strategies, match=True, seed=2, **options).lines(matches)
    return [{name: value for name, value in line.items() if name != "events"} for line in lines]


def deals_of(lines):
    return {line["deal"] for line in lines if line["format"] == "meldlab-deal/1"}


@pytest.mark.parametrize(
    ("game", "strategies", "options", "matches"),
    [
        ("indian-rummy", ["greedy", "random"], {}, 30),
        ("indian-rummy", ["greedy", "random", "random"], {"set": POOL}, 8),
        ("continental", ["greedy", "random", "random"], {}, 2),
        ("pinacle", ["greedy", "random", "greedy", "random"], {}, 2),
    ],
)
def test_rotations_of_a_match_are_the_same_deals_and_count_once(game, strategies, options, matches):
    lines = played(game, strategies, matches, players=len(strategies), **options)
    answer = audit(lines)
    written = sum(line["format"] == "meldlab-deal/1" for line in lines)
    assert answer.deals == len(deals_of(lines)) < written
    assert answer.findings == ()
    assert any(f"the same cards): {written - answer.deals:,} lines" in remark for remark in answer.remarks)


def test_a_match_that_comes_more_often_than_it_has_seats_repeats_its_deals():
    lines = played("indian-rummy", ["greedy", "random"], 2, players=2)
    first, second = (list(part) for _, part in itertools.groupby(lines, key=lambda line: line["match"]))
    assert audit(first * 2 + second)["repeated deals"].finding
    assert audit(first + second + first)["repeated deals"].finding
    assert not audit(first + second)["repeated deals"].finding


def test_other_cards_under_the_number_of_a_deal_are_a_deal():
    lines = played("indian-rummy", ["greedy", "random"], 2, players=2)
    changed = [{**line, "match": 0, "deal": 0} if "deal" in line else line for line in lines]
    assert audit(changed).deals == len(lines) - 4  # all but the lines of matches; equal cards lie apart


def test_deals_of_another_pack_after_players_left_a_match_are_left_out_and_told():
    """Four players have two decks, the three who are left one."""
    lines = played("indian-rummy", ["greedy", "random", "random", "random"], 4, players=4, set=POOL)
    answer = audit(lines)
    smaller = {line["deal"] for line in lines if line["format"] == "meldlab-deal/1" and line["players"] < 4}
    assert smaller
    assert answer.findings == ()
    assert answer.deals == len({line["deal"] for line in lines if "hands" in line and line["players"] == 4})
    assert any("Left out: " in remark for remark in answer.remarks)
    assert audit(lines, "indian-rummy", decks=2, set=POOL)["the pack"].finding  # whoever says the pack, has it so
