"""What counting may cost, a budget and a clock; and what is known without counting or dealing."""

import random
from fractions import Fraction

import pytest
from odds_questions import random_asked

import meldlab
from meldlab.sim.automata.machine import Budget, NotCountableError, OutOfTimeError, TooManyStatesError
from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.hand.setting import Setting
from meldlab.sim.odds.exact import few_hands as every_hand
from meldlab.sim.odds.exact.exact_odds import exact_joint
from meldlab.sim.odds.exact.few_hands import exact_answers
from meldlab.sim.odds.limits import Limits
from meldlab.sim.odds.question import Question
from meldlab.sim.query.parse import parse

LARGE = "natural_run >= 8 and natural_set >= 3"


def test_the_clock_ends_counting_and_the_answer_is_sampled():
    found = meldlab.odds(LARGE, "indian-rummy", cards=20, wild="7D", max_seconds=0.2, seed=1)
    assert found.method != "exact"
    assert found.why_not_exact == "counting takes longer than the time given"


def test_all_counting_of_an_answer_shares_one_budget():
    question = Question.of(Setting.of("indian-rummy", players=2))
    query = question.query("natural_run >= 3 and natural_set >= 3")
    with pytest.raises(TooManyStatesError):
        exact_joint([query], question.deal, budget=Budget(1_000_000))
    stopped = StopSignal()
    stopped.set()
    with pytest.raises(OutOfTimeError):
        exact_joint([query], question.deal, budget=Budget(stop=stopped))


def test_who_insists_on_an_exact_answer_may_wait_longer():
    usual, insisted = (Limits.of(method=method).for_counting() for method in ("auto", "exact"))
    assert insisted._left > usual._left


@pytest.mark.parametrize(
    ("query", "game", "options"),
    [
        ("TTE", "continental", {"contract": "TTE", "cards": 9}),
        ("EEE", "continental", {"contract": "EEE", "cards": 11}),
        ("can_declare", "indian-rummy", {"cards": 5}),
        ("has_lives", "indian-rummy-points", {"cards": 5}),
        ("can_declare", "indian-rummy", {"cards": 7, "set": {"declare.min_sequences": 3}}),
    ],
)
def test_melds_that_a_hand_has_too_few_cards_for_are_impossible(query, game, options):
    assert meldlab.odds(query, game, **options).fraction == 0


def test_as_many_cards_as_the_melds_need_are_no_reason_against_them():
    possible = meldlab.odds("TTE", "continental", contract="TTE", known="4H 4D 4C 5H 5D 5C 6S 7S 8S", draws=1)
    assert possible.fraction == Fraction(2 + 2 + 6, 101)  # 5S, 9S, and the jokers
    lives = meldlab.odds("has_lives", "indian-rummy", known="4H 5H 6H 7S 8S 9S", cards=6, wild="K")
    assert lives.fraction == 1


def test_every_stratum_is_dealt_before_the_clock_is_looked_at():
    found = meldlab.odds("value >= 0", "pinacle", max_seconds=0.001, method="stratified", seed=1)
    assert all(stratum.deals for stratum in found.estimate.strata)
    assert found.ci95[0] < 0.6293 < found.ci95[1]


def test_few_hands_looked_at_one_by_one_are_as_many_as_counted(monkeypatch):
    rng, compared = random.Random(8), 0
    while compared < 40:
        asked = random_asked(rng, most_hands=400)
        query = parse(asked.text, asked.vocabulary)
        monkeypatch.setattr(every_hand, "FEW_HANDS", 10**6)
        one_by_one = exact_answers([query], asked.deal)
        try:
            assert exact_joint([query], asked.deal) == one_by_one, asked.text
        except NotCountableError:
            continue
        compared += 1


def test_more_deals_than_anybody_can_deal_are_refused():
    with pytest.raises(RunError, match="allowed: 1 to"):
        meldlab.odds("value >= 0", "pinacle", max_deals=10**30)


def test_hands_too_large_to_be_valued_are_refused_by_name():
    with pytest.raises(meldlab.QueryError, match="30 cards"):
        meldlab.odds("value >= 0", "pinacle", cards=40)
