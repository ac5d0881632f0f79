"""A hand with a card too many is told by its best discard (Indian rules, 3.5), in odds as in `analyze`."""

from fractions import Fraction

import numpy as np
import pytest

import meldlab
from meldlab.sim.common.notation import format_card, parse_cards

NEAR = "4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD AD"


def test_the_chance_to_declare_with_the_next_card_is_that_of_the_outs():
    asked = meldlab.odds("can_declare", "indian-rummy", known=NEAR, wild="7D", decks=2, draws=1)
    advice = meldlab.analyze(NEAR, "indian-rummy", wild="7D", decks=2, advise=True).advice
    assert asked.fraction == Fraction(advice.out_copies, advice.unseen)
    assert asked.fraction > 0


@pytest.mark.parametrize(
    ("game", "query", "worth", "known", "options"),
    [
        ("indian-rummy", "points <= 10", lambda each: each.points <= 10, NEAR, {"wild": "7", "decks": 2}),
        ("indian-rummy-points", "can_declare", lambda each: each.can_declare, NEAR, {"wild": "7"}),
        (
            "indian-rummy",
            "has_lives",
            lambda each: each.has_lives,
            "4H 5H 6H 8S 9S 2C 2D 3S KC KD AD QH 9C",
            {"wild": "7"},
        ),
        ("gin", "deadwood <= 5", lambda each: each.deadwood <= 5, "AS 2S 3S 4S 5H 6H 7H 8C 8D KD", {}),
    ],
)
def test_every_card_that_may_come_counts_as_analyze_says(game, query, worth, known, options):
    asked = meldlab.odds(query, game, known=known, draws=1, **options)
    held = np.bincount(parse_cards(known), minlength=53)
    decks = {"gin": 1}.get(game, 2)
    pack = np.append(np.full(52, decks), {"gin": 0, "indian-rummy-points": 2}.get(game, 4))
    hits = total = Fraction(0)
    # with a wild rank the cut card is one of its unseen cards, and out of the pack
    cuts = [card for card in range(52) if "wild" in options and card % 13 == 6 and pack[card] > held[card]] or [None]
    weights = [1 if cut is None else int(pack[cut] - held[cut]) for cut in cuts]
    for cut, weight in zip(cuts, weights, strict=True):
        left = pack - held
        if cut is not None:
            left[cut] -= 1
        told = options if cut is None else {**options, "wild": format_card(cut)}
        good = sum(
            int(left[card])
            for card in np.flatnonzero(left).tolist()
            if worth(meldlab.analyze(f"{known} {format_card(card)}", game, **told))
        )
        hits += weight * Fraction(good, int(left.sum()))
        total += weight
    assert asked.fraction == hits / total


def test_hands_as_dealt_and_larger_ones_are_told_whole():
    for cards in (13, 15):
        odds = meldlab.odds("can_declare", "indian-rummy", wild="7", cards=cards, max_deals=2_000, seed=1)
        assert odds.method != "exact"
    listed = meldlab.odds("points <= 130", "indian-rummy", cards=14, max_deals=2_000, seed=1)
    assert listed.probability == 1
