"""Logs of any size: one card, hands that hold the whole pack, one deal or a few; an answer, no warning, no crash."""

import audit_logs as logs
import numpy as np
import pytest

from meldlab import audit


def rows_of(game, sizes, *, deals):
    packs = logs.fair_packs(game, deals, np.random.default_rng(4))
    rows = []
    for deal, pack in enumerate(packs):
        for seat, hand in enumerate(np.split(pack, np.cumsum(sizes))[: len(sizes)]):
            rows.append({"deal": deal, "seat": seat, "cards": " ".join(logs.NAMES[hand])})
    return rows


@pytest.mark.parametrize("deals", [1, 3])
@pytest.mark.parametrize("game", list(logs.GAMES))
def test_a_deal_of_fewer_cards_than_copies_is_a_finding(game, deals):
    for sizes in ([1], [2], [1, 1]):
        answer = audit(rows_of(game, sizes, deals=deals), game)
        assert [test.name for test in answer.findings] == ["hand sizes"]


@pytest.mark.parametrize("order", ["auto", "none"])
@pytest.mark.parametrize("deals", [1, 40])
def test_hands_that_hold_the_whole_pack_leave_nothing_to_chance(deals, order):
    for game, sizes in (("gin", [26, 26]), ("pinacle", [27] * 4), ("continental", [1, 109]), ("gin", [52])):
        answer = audit(rows_of(game, sizes, deals=deals), game, order=order)
        assert answer["hand sizes"].finding
        assert not answer["the pack"].finding
        assert answer["cards dealt"].p == 1.0
    assert answer["a card at a place"].p == answer["cards together"].p == 1.0
    assert answer["cards together"].smallest_words == "nothing: every card is seen"


def test_hands_that_together_hold_more_than_the_pack_are_impossible():
    rows = [
        {"deal": 1, "seat": seat, "cards": row["cards"]} for seat in (0, 1) for row in rows_of("gin", [40], deals=1)
    ]
    assert {test.name for test in audit(rows, "gin").findings} >= {"the pack", "hand sizes"}
