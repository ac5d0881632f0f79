"""Strata: exact weights, targets that no hit escapes, bounds that hold, unbiased sums, intervals of several strata."""

import random
from fractions import Fraction
from math import comb, inf

import numpy as np
import pytest
from odds_estimates import estimate, exact_probability

from meldlab.kernels.cards.draws import Draws
from meldlab.sim.automata.block import truths
from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.common.intervals import clopper_pearson, wilson
from meldlab.sim.hand.setting import Setting
from meldlab.sim.odds.exact.bounds import verdict
from meldlab.sim.odds.exact.target_groups import chance_of, target_of
from meldlab.sim.odds.features.hand_features import HandFeatures
from meldlab.sim.odds.features.vocabulary_of import vocabulary_of
from meldlab.sim.odds.sampled.strata import MOST_STRATA, divide, satisfied
from meldlab.sim.odds.sampled.strata_interval import Counts, combine, effective_size, shares
from meldlab.sim.query.parse import parse

PINACLE = ("pinacle", {})
PINACLE_23 = ("pinacle", {"cards": 23})
INDIAN = ("indian-rummy", {"wild": "7D"})
CONTINENTAL = ("continental", {"contract": "TT", "decks": 4})

QUESTIONS = [
    ("naturals(A) >= 5", PINACLE),
    ("naturals(JQK) == 0 and wilds <= 1", PINACLE),
    ("most_of(any) >= 5", PINACLE_23),
    ("pinaculo", PINACLE_23),
    ("aces6w or figures6w", PINACLE_23),
    ("full_dirty", PINACLE_23),
    ("full_semi1 or full_clean", PINACLE_23),
    ("natural_run >= 6", PINACLE),
    ("has_meld", PINACLE),
    ("not (most_in_suit < 8 or wilds < 2)", PINACLE),
    ("natural_run >= 5 and jokers >= 1", INDIAN),
    ("natural_set >= 3 and ranks_in_suit >= 7", INDIAN),
    ("identical_three or natural_run >= 6", ("indian-rummy", {"wild": "7D", "decks": 3})),
    ("natural_run >= 6", ("indian-rummy", {"wild": "7D", "set": {"run.ace": "circular"}})),
    ("most_in_suit >= 9 or wilds >= 6", ("indian-rummy", {"set": {"pack.cut_joker": "aces"}})),
    ("cards(H) <= 0 or cards(S) >= 8", INDIAN),
    ("natural_set >= 7 and jokers >= 2", CONTINENTAL),
]


def asked(text, game):
    name, options = game
    deal = Deal.of(Setting.of(name, **options))
    return parse(text, vocabulary_of(deal.ruleset, decks=deal.situation.decks, cards=deal.cards)), deal


def rules_of(deal, case):
    return HandRules(deal.ruleset, case.wild_rank, deal.cards, case.pool.known + case.pool.unseen)


def said(query, deal, case, counts):
    ranks = np.full(len(counts), -1 if case.wild_rank is None else case.wild_rank)
    return truths(query, HandFeatures(counts, ranks, deal.ruleset).column)


def dealt(way, hands, *, chunk=0):
    counts = np.empty((hands, 53), dtype=np.uint8)
    Draws(9, chunk).deal(way.parts.pack.known, way.parts.pack.groups, np.array(way.parts.takes), counts)
    return counts


def test_the_group_of_eight_aces_is_the_aces_and_that_of_a_pinaculo_each_rank():
    query, deal = asked("naturals(A) >= 8", PINACLE)
    (case,) = deal.cases()
    (group,) = target_of(query, rules_of(deal, case), case.pool)
    assert (sorted(group.kinds), group.least) == ([0, 13, 26, 39], 8)
    assert chance_of((group,), case.pool) == Fraction(comb(100, 3), comb(108, 11))
    query, deal = asked("pinaculo", PINACLE)
    target = target_of(query, rules_of(deal, case), case.pool)
    assert sorted(sorted(group.kinds)[0] for group in target) == [0, *range(2, 13)]
    assert {group.least for group in target} == {8}


def test_an_upper_limit_is_a_lower_one_on_all_other_cards():
    query, deal = asked("cards(H) <= 0", INDIAN)
    case = next(deal.cases())
    (group,) = target_of(query, rules_of(deal, case), case.pool)
    assert group.kinds == frozenset(range(53)) - frozenset(range(13, 26))
    assert group.least == 13


@pytest.mark.parametrize("text", ["natural_run >= 1", "most_of(any) <= 2", "not natural_set >= 3", "jokers <= 4"])
def test_a_question_that_asks_little_has_no_target(text):
    query, deal = asked(text, INDIAN)
    case = next(deal.cases())
    assert target_of(query, rules_of(deal, case), case.pool) is None


@pytest.mark.parametrize("known", ["", "AS AS AH 5D JK"])
def test_weights_are_exact_and_add_up_to_the_hands_that_satisfy_the_group(known):
    query, deal = asked("naturals(A) >= 5 and natural_run >= 2", ("pinacle", {"known": known}))
    (case,) = deal.cases()
    division = divide(query, [case], deal.ruleset, deal.cards)
    (group,) = target_of(query, rules_of(deal, case), case.pool)
    assert sum(stratum.weight for stratum in division.strata) == group.chance(case.pool)
    query, deal = asked("most_in_suit >= 5 and natural_run <= 9 or wilds >= 1", ("pinacle", {"known": known}))
    every = divide(query, [case], deal.ruleset, deal.cards)
    assert every.sure + sum(stratum.weight for stratum in every.strata) == 1


@pytest.mark.parametrize(("text", "game"), QUESTIONS)
def test_no_hit_escapes_its_target_and_bounds_hold(text, game):
    query, deal = asked(text, game)
    case = next(deal.cases())
    target = target_of(query, rules_of(deal, case), case.pool)
    whole = np.empty((20_000, 53), dtype=np.uint8)
    Draws(4, 0).deal(case.pool.known, case.pool.unseen[np.newaxis], np.array([case.pool.draws]), whole)
    if target is not None:
        assert (satisfied(target, whole)[said(query, deal, case, whole)] > 0).all()
    division = divide(query, [case], deal.ruleset, deal.cards)
    assert len(division.strata) <= MOST_STRATA
    ways = [way for stratum in division.strata for way in stratum.ways]
    for number, way in enumerate(random.Random(1).sample(ways, min(12, len(ways)))):
        counts = dealt(way, 200, chunk=number)
        told, hit = verdict(query, way.parts, rules_of(deal, case)), said(query, deal, case, counts)
        assert told.may or not hit.any()
        assert not told.must or hit.all()
        assert (satisfied(way.target, counts) > 0).all()
        for kinds in (range(0, 52, 13), tuple(range(13)), (52,)):
            low, high = way.parts.held(kinds)
            held = counts[:, list(kinds)].sum(axis=1)
            assert low <= held.min()
            assert held.max() <= high


@pytest.mark.parametrize(("text", "game"), QUESTIONS)
def test_strata_give_the_exact_probability(text, game):
    query, deal = asked(text, game)
    exact = float(exact_probability(query, deal))
    found = estimate(query, deal, method="stratified", seed=5, max_deals=40_000)
    if found.interval == "exact":
        assert found.probability == pytest.approx(exact, rel=1e-12)
        return
    error = (exact * (1 - exact) / found.effective) ** 0.5
    assert abs(found.probability - exact) < 4.5 * error
    assert found.low < found.probability < found.high


def test_one_stratum_is_plain_dealing_with_wilsons_interval():
    found = combine(0.0, [Counts(1.0, 1000, np.array([0, 60]))])
    assert (found.low, found.high) == pytest.approx(wilson(60, 1000))
    assert effective_size(found) == pytest.approx(1000, rel=0.02)


def test_strata_without_hits_leave_the_bound_of_the_heaviest():
    empty = [Counts(weight, 1000, np.zeros(2, dtype=np.int64)) for weight in (0.5, 0.3, 0.2)]
    found = combine(0.0, empty)
    assert (found.probability, found.low) == (0.0, 0.0)
    assert found.high == pytest.approx(0.5 * clopper_pearson(0, 1000)[1])
    assert 0 < effective_size(found) < inf


def test_strata_of_which_nothing_was_dealt_count_in_full():
    found = combine(0.1, [Counts(0.2, 100, np.array([0, 50])), Counts(0.3, 0, np.array([0, 0]))])
    assert found.high > 0.1 + 0.2 * 0.5 + 0.3
    assert found.low > 0.1


def test_deals_go_where_weight_times_spread_is_greatest_and_none_goes_without():
    strata = [
        Counts(0.9, 1000, np.array([0, 0])),
        Counts(0.1, 1000, np.array([0, 500])),
        Counts(1e-9, 10, np.zeros(2, int)),
    ]
    parts = shares(strata)
    assert parts[1] > parts[0] > parts[2] > 0
