"""Few cards to come: each hand is looked at once, and weighs as many ways as it can come."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from odds_estimates import exact_probability

import meldlab
from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.machine import NotCountableError
from meldlab.sim.hand.setting import Setting
from meldlab.sim.odds.exact.few_hands import every_draw, exact_answers
from meldlab.sim.odds.question import Question

HAND = "4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD"


@pytest.mark.parametrize("draws", [0, 1, 2, 3])
def test_the_ways_of_all_hands_add_up_and_none_holds_more_than_there_is(draws):
    (case,) = Deal.of(Setting.of("pinacle", known="AS AS AH JK", dead="AC", draws=draws)).cases()
    counts, ways = every_draw(case.pool)
    assert ways.sum() == case.pool.hands == comb(103, draws)
    assert len(np.unique(counts, axis=0)) == len(counts)
    assert (counts <= case.pool.known + case.pool.unseen).all()
    assert (counts.sum(axis=1) == 4 + draws).all()


@pytest.mark.parametrize(
    "text", ["wilds >= 2", "natural_run >= 4 or natural_set >= 3", "cards(S) == 5 and not pure_sequence"]
)
def test_hand_by_hand_and_counting_agree(text):
    question = Question.of(Setting.of("indian-rummy", wild="7D", known=HAND[:29], draws=2))
    query = question.query(text)
    by_hand = exact_answers([query, question.query("points >= 0")], question.deal)
    assert by_hand.get((True, True), 0) == exact_probability(query, question.deal)
    assert sum(by_hand.values()) == 1


def test_the_outs_of_a_hand_are_its_odds():
    hand = "7S 7D 7C 5H 8H JK JK 3D"
    advice = meldlab.analyze(hand, "continental", contract="TE", advise=True).advice
    answer = meldlab.odds("can_go_down", "continental", contract="TE", known=hand, draws=1)
    assert (advice.distance, answer.method) == (1, "exact")
    assert answer.fraction == Fraction(advice.out_copies, 110 - 8)


def test_a_gin_hand_that_is_known_whole_is_gin_or_not():
    known = "7S 8S 9S 4C 4D 4H AH 2H 3H 4S"
    assert meldlab.odds("gin", "gin", known=known, draws=0).fraction == 1
    assert meldlab.odds("gin", "gin", known=known.replace("4S", "KS"), draws=0).fraction == 0


def test_too_many_hands_are_left_to_dealing():
    question = Question.of(Setting.of("indian-rummy", known=HAND[:8]))
    with pytest.raises(NotCountableError):
        exact_answers([question.query("points <= 10")], question.deal)
