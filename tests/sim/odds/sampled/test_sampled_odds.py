"""Sampled odds: against exact ones, honest intervals, the same seed the same numbers, limits and targets."""

import random
import time
from fractions import Fraction
from math import comb, inf

import pytest
from odds_estimates import estimate, exact_probability
from odds_questions import random_asked

from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.machine import NotCountableError
from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.serial import SerialEngine
from meldlab.sim.engines.threads import ThreadsEngine
from meldlab.sim.hand.setting import Setting
from meldlab.sim.odds.features.vocabulary_of import vocabulary_of
from meldlab.sim.odds.sampled.sampling import Table
from meldlab.sim.query.parse import parse


def asked(text, game, **options):
    deal = Deal.of(Setting.of(game, **options))
    return parse(text, vocabulary_of(deal.ruleset, decks=deal.situation.decks, cards=deal.cards)), deal


@pytest.mark.parametrize("method", ["sampled", "stratified"])
@pytest.mark.parametrize(
    ("text", "game", "options"),
    [
        ("natural_run >= 3 and jokers == 0", "pinacle", {}),
        ("wilds == 2 or most_of(any) >= 4", "pinacle", {"known": "AS AS 2H JK", "dead": "AH KD", "draws": 6}),
        ("natural_set >= 3", "indian-rummy", {"players": 6}),
        ("can_go_down", "continental", {"contract": "TT"}),
        ("distance <= 2", "continental", {"contract": "TTT", "cards": 12}),
        ("deadwood <= 40 and cards(H) >= 2", "gin", {}),
        ("points <= 20", "indian-rummy", {"wild": "7D"}),
        ("value >= 60", "pinacle", {}),
    ],
)
def test_estimates_lie_within_their_error_of_the_exact_probability(method, text, game, options):
    query, deal = asked(text, game, **options)
    found = estimate(query, deal, method=method, seed=11, max_deals=20_000)
    assert found.method == method
    assert found.deals + found.pilot == 20_000
    assert found.stopped_by == "deals"
    assert found.low < found.probability < found.high
    if any(name in text for name in ("points", "value", "deadwood")):
        other = estimate(query, deal, method="sampled", seed=12, max_deals=20_000)
        apart = (found.probability * (1 - found.probability) * (1 / found.effective + 1 / other.effective)) ** 0.5
        assert abs(found.probability - other.probability) < 4.5 * apart
        return
    exact = float(exact_probability(query, deal))
    assert abs(found.probability - exact) < 4.5 * (exact * (1 - exact) / found.effective) ** 0.5


@pytest.mark.parametrize("method", ["sampled", "stratified"])
def test_the_same_seed_and_deals_give_the_same_numbers_for_any_number_of_workers(method):
    query, deal = asked("most_in_suit >= 7 and points <= 40", "indian-rummy")
    found = [
        estimate(query, deal, method=method, seed=seed, max_deals=20_000, engine=engine)
        for seed, engine in ((1, SerialEngine()), (1, ThreadsEngine(3)), (2, "serial"))
    ]
    assert found[0] == found[1]
    assert found[0].hits != found[2].hits


def test_no_hits_are_an_upper_bound():
    query, deal = asked("pinaculo", "pinacle")
    found = estimate(query, deal, method="sampled", seed=1, max_deals=50_000)
    assert (found.hits, found.probability, found.low, found.interval) == (0, 0.0, 0.0, "clopper-pearson")
    assert found.high == pytest.approx(3.689 / 50_000, rel=1e-3)
    assert found.effective == pytest.approx(50_000, rel=1e-3)
    query, deal = asked("value >= 5000", "pinacle")
    found = estimate(query, deal, method="stratified", seed=1, max_deals=4_000)
    assert found.hits == 0
    assert 0 < found.high < 1


@pytest.mark.parametrize(
    ("text", "options"),
    [("pinaculo", {}), ("naturals(A) >= 8", {}), ("naturals(A) >= 8", {"cards": 23}), ("full_clean", {"cards": 23})],
)
def test_rare_hands_are_known_to_five_per_cent(text, options):
    query, deal = asked(text, "pinacle", **options)
    exact = float(exact_probability(query, deal))
    for seed in range(3):
        found = estimate(query, deal, method="auto", seed=seed, target_rel=0.05, max_seconds=60)
        assert found.method == "stratified"
        assert found.stopped_by == "target"
        assert found.half_width <= 0.05 * found.probability
        assert abs(found.probability - exact) <= 0.1 * exact
        if found.interval == "exact":
            assert found.probability == pytest.approx(exact, rel=1e-12)
            assert found.effective == inf


def test_six_aces_known_and_one_dead_leave_the_hypergeometric_chance():
    query, deal = asked("naturals(A) >= 7", "pinacle", known="AS AS AH AH AD AD", dead="AC", draws=5)
    exact = float(1 - Fraction(comb(100, 5), comb(101, 5)))
    assert estimate(query, deal, method="stratified", seed=1, max_deals=1_000).probability == pytest.approx(exact)
    found = estimate(query, deal, method="sampled", seed=1, max_deals=40_000)
    assert abs(found.probability - exact) < 4.5 * (exact * (1 - exact) / 40_000) ** 0.5


@pytest.mark.parametrize("text", ["natural_run >= 3", "jokers >= 1", "most_of(any) >= 2"])
def test_auto_deals_plainly_where_strata_gain_nothing(text):
    query, deal = asked(text, "indian-rummy", wild="7D")
    found = estimate(query, deal, method="auto", seed=3, max_deals=30_000)
    exact = float(exact_probability(query, deal))
    assert found.method == "sampled" or found.effective > found.deals
    assert abs(found.probability - exact) <= 4.5 * (exact * (1 - exact) / found.effective) ** 0.5


def test_a_target_stops_the_run_and_a_limit_before_it_too():
    query, deal = asked("natural_run >= 4", "indian-rummy", wild="7D")
    found = estimate(query, deal, method="sampled", seed=1, target_rel=0.05)
    assert found.stopped_by == "target"
    assert found.hits >= 100
    assert found.half_width <= 0.05 * found.probability
    found = estimate(query, deal, method="sampled", seed=1, target_rel=0.0001, max_deals=40_000)
    assert (found.stopped_by, found.deals) == ("deals", 40_000)
    found = estimate(query, deal, method="stratified", seed=1, target_rel=1e-6, max_seconds=0.2)
    assert found.stopped_by == "time"
    assert found.low <= found.probability <= found.high


def test_seconds_are_for_dealing_and_not_for_compiling(monkeypatch):
    query, deal = asked("can_go_down", "continental", contract="TE")
    prepare = Table.prepare

    def slowly(table):
        prepare(table)
        time.sleep(0.5)

    monkeypatch.setattr(Table, "prepare", slowly)
    found = estimate(query, deal, method="sampled", seed=1, max_seconds=0.3)
    assert found.deals > 0
    assert found.stopped_by == "time"


def test_a_stop_from_outside_keeps_what_is_done():
    query, deal = asked("points <= 10", "indian-rummy", wild="7D")
    signal = StopSignal()
    signal.set()
    for method in ("sampled", "stratified", "auto"):
        found = estimate(query, deal, method=method, seed=1, max_deals=10_000, stop=signal)
        assert (found.stopped_by, found.deals, found.low, found.high) == ("interrupt", 0, 0.0, 1.0)


@pytest.mark.parametrize("limit", ["target_rel", "max_deals", "max_seconds"])
def test_limits_below_zero_are_refused(limit):
    query, deal = asked("wilds >= 1", "pinacle")
    with pytest.raises(RunError, match=r"allowed: (numbers above 0|1 to)"):
        estimate(query, deal, seed=1, **{limit: -1})


def _random_estimates(seed, number):
    """Random questions on shrunken packs, estimated both ways: how many, and how many intervals miss."""
    rng, missed, dealt = random.Random(seed), 0, 0
    while dealt < number:
        told = random_asked(rng)
        query = parse(told.text, told.vocabulary)
        try:
            exact = float(exact_probability(query, told.deal))
        except NotCountableError:
            continue
        for method in ("sampled", "stratified"):
            found = estimate(query, told.deal, method=method, seed=dealt, max_deals=4_000)
            if found.interval == "exact":
                assert found.probability == pytest.approx(exact, abs=1e-12), told.text
                continue
            dealt += 1
            missed += not found.low <= exact <= found.high
            if not found.low <= exact <= found.high:
                error = (exact * (1 - exact) / found.effective) ** 0.5
                assert abs(found.probability - exact) < 5 * error, (told.text, told.told, exact, found)
    return missed / dealt


def test_random_questions_on_shrunken_packs_are_estimated_rightly():
    assert _random_estimates(21, 30) <= 0.2


@pytest.mark.full
def test_many_random_questions_on_shrunken_packs_are_estimated_rightly():
    assert 0.01 <= _random_estimates(22, 600) <= 0.07


COVERED = [
    ("natural_run >= 3", "indian-rummy", {"wild": "7D"}, "sampled", 1_000),
    ("natural_run >= 5", "indian-rummy", {"wild": "7D"}, "sampled", 12_000),
    ("full_clean", "pinacle", {"cards": 23}, "stratified", 20_000),
    ("full_dirty", "pinacle", {"cards": 23}, "stratified", 4_000),
    ("natural_run >= 6", "pinacle", {}, "stratified", 4_000),
    ("natural_run >= 5 and wilds >= 3", "pinacle", {}, "stratified", 4_000),
    ("natural_set >= 3 and natural_run >= 4", "indian-rummy", {"wild": "7D"}, "stratified", 4_000),
]


@pytest.mark.parametrize(("text", "game", "options", "method", "deals"), COVERED[:1] + COVERED[4:5])
def test_intervals_cover_the_exact_probability(text, game, options, method, deals):
    covered, hits = _covered(text, game, options, method, deals, runs=40)
    assert hits >= 100
    assert covered >= 0.85


@pytest.mark.full
@pytest.mark.parametrize(("text", "game", "options", "method", "deals"), COVERED)
def test_intervals_cover_in_93_to_97_per_cent_of_a_thousand_runs(text, game, options, method, deals):
    covered, hits = _covered(text, game, options, method, deals, runs=1000)
    assert hits >= 100
    assert 0.93 <= covered <= 0.97


def _covered(text, game, options, method, deals, *, runs):
    query, deal = asked(text, game, **options)
    exact = float(exact_probability(query, deal))
    found = [estimate(query, deal, method=method, seed=seed, max_deals=deals) for seed in range(runs)]
    return sum(each.low <= exact <= each.high for each in found) / runs, sum(each.hits for each in found) / runs
