"""Pinacle hands by the million: outcomes that the one-hand solver confirms, negative scores, exact frequencies."""

import json
from math import sqrt

import numpy as np
import pytest
from places import CASES
from value_hands import KINDS, value_hand

from meldlab import load_ruleset, simulate
from meldlab.sim.analyze.analyze import analyze
from meldlab.sim.common.errors import RulesError
from meldlab.sim.games.registry import make_workload
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.games.value.recipes import SpecialRecipes
from meldlab.sim.games.value.specials import HeldSpecials

EXACT = CASES / "exact.json"


def workload(seed=1, **overrides):
    return make_workload(load_ruleset("pinacle", set=overrides), decks=2, wild=None, seed=seed)


@pytest.mark.parametrize("overrides", [{}, {"points.A": 50, "run.min": 4, "pack.printed_jokers": 4}])
def test_every_outcome_is_that_of_the_hand(overrides):
    made = workload(**overrides)
    ruleset = load_ruleset("pinacle", set=overrides)
    outcomes, hands = made.stream(0).take_with_hands(150)
    assert list(outcomes) == [column.name for column in made.columns]
    for place, hand in enumerate(hands[:, :11].tolist()):
        answer = analyze(hand, ruleset)
        assert outcomes["value"][place] == answer.value
        assert outcomes["has_meld"][place] == answer.has_meld
        for name, held in answer.held.items():
            assert outcomes[name][place] == held
        naturals = [card for card in hand if card != 52 and card % 13 != 1]
        assert outcomes["wilds"][place] == 11 - len(naturals)
        assert outcomes["jokers"][place] == hand.count(52)
        assert outcomes["most_in_suit"][place] == max(sum(c // 13 == s for c in naturals) for s in range(4))
        assert outcomes["ranks_in_suit"][place] == max(len({c for c in naturals if c // 13 == s}) for s in range(4))
        most = max(sum(c % 13 == rank for c in naturals) for rank in range(13))
        assert outcomes["natural_set"][place] == (most if most >= 3 else 0)
    for column in made.columns:
        assert column.minimum <= outcomes[column.name].min()
        assert outcomes[column.name].max() <= column.maximum


def test_specials_held_are_those_with_nothing_missing():
    """10.4: held = 0 missing, also in hands that deals hardly bring."""
    rng = np.random.default_rng(8)
    for overrides in (
        {},
        {"special.six_with_wild": "naturals", "meld.max_wilds": 2},
        {"meld.naturals_majority": False},
    ):
        ruleset = load_ruleset("pinacle", set=overrides)
        rules, names = lower_value(ruleset), list(ruleset.special.melds)
        hands = [value_hand(rng, int(rng.integers(11, 20)), kind) for kind in KINDS for _ in range(20)]
        counts = np.zeros((len(hands), 53), dtype=np.uint8)
        for row, hand in enumerate(hands):
            np.add.at(counts[row], hand, 1)
        flags = HeldSpecials(rules, names).flags(counts)
        for row in range(len(hands)):
            missing = SpecialRecipes(rules, names).missing(counts[row])
            assert {name: int(column[row]) for name, column in flags.items()} == {
                name: int(number == 0) for name, number in missing.items()
            }


def test_a_special_meld_may_not_take_the_name_of_another_outcome():
    columns = [column.name for column in workload().columns]
    specials = set(load_ruleset("pinacle").special.melds)
    for name in [*(set(columns) - specials), "plain", "two words", "7aces"]:
        with pytest.raises(RulesError, match=f"special.melds.{name}"):
            load_ruleset("pinacle", set={f"special.melds.{name}.naturals": 5})
    named = workload(**{"special.melds.aces5.naturals": 5})
    assert len(named.columns) == len(columns) + 1
    assert "aces5" in named.stream(0).take(1)


def test_the_first_deals_of_a_longer_run_are_those_of_a_shorter_one():
    whole, parts = workload().stream(3).take(700), workload().stream(3)
    first, second = parts.take(300), parts.take(400)
    for name, values in whole.items():
        assert np.array_equal(values, np.concatenate([first[name], second[name]])), name


def test_negative_scores_are_counted_kept_and_asked_for(tmp_path):
    def run(**how):
        return simulate(
            "pinacle", deals=20_000, seed=3, chunk_deals=2**12, features=["value <= -41", "value >= 0"], **how
        )

    serial = run(engine="serial")
    histogram = serial.histogram()
    assert min(histogram) < 0
    rows = serial.table().rows_by_key("feature", named=True, unique=True)
    assert rows["value <= -41"]["hits"] == sum(count for value, count in histogram.items() if value <= -41)
    assert run(workers=2).tally.digest() == serial.tally.digest()
    kept = run(keep_hands=True, out=tmp_path / "run")
    assert kept.tally.digest() == serial.tally.digest()
    assert run(out=tmp_path / "run").dealt == 0


def within(hits, deals, probability):
    return abs(hits - deals * probability) <= 4 * sqrt(deals * probability * (1 - probability))


def check_frequencies(deals):
    """exact.json: every event with at least 25 expected hits lies within 4 standard errors."""
    events = json.loads(EXACT.read_text())["pinacle"]["events"]
    exact = {name: int(top) / int(bottom) for name, (top, bottom) in events.items()}
    stream = workload(seed=11).stream(0)
    hits = dict.fromkeys(exact, 0)
    done = 0
    while done < deals:
        outcomes, hands = stream.take_with_hands(min(2**15, deals - done))
        done += len(hands)
        cards = hands[:, :11]
        by_rank = np.stack([((cards % 13 == rank) & (cards < 52)).sum(axis=1) for rank in range(13)])
        by_rank[1] = 0
        features = {
            "aces": by_rank[0],
            "some_figure_rank": by_rank[10:].max(axis=0),
            "some_natural_rank": by_rank.max(axis=0),
            "natural_run": outcomes["natural_run"],
            "wildcards": outcomes["wilds"],
        }
        single = {
            "natural_set_3plus": outcomes["natural_set"] >= 3,
            "natural_set_or_run_3plus": (outcomes["natural_set"] >= 3) | (outcomes["natural_run"] >= 3),
            "any_legal_meld": outcomes["has_meld"] == 1,
            "six_aces_with_wild": outcomes["aces6w"] == 1,
            "six_figures_with_wild": outcomes["figures6w"] == 1,
            "suit_7plus_cards": outcomes["most_in_suit"] >= 7,
            "suit_7plus_distinct_ranks": outcomes["ranks_in_suit"] >= 7,
            "pinaculo_de_mano": outcomes["pinaculo"] == 1,
        }
        for name in exact:
            if name in single:
                hits[name] += int(single[name].sum())
                continue
            feature, number = name.rsplit("_", 1)
            column = features[feature.removesuffix("_exactly").removesuffix("_at_least")]
            compare = np.equal if feature.endswith("exactly") else np.greater_equal
            hits[name] += int(compare(column, int(number)).sum())
    checked = [name for name, probability in exact.items() if deals * probability >= 25]
    assert len(checked) >= 18
    for name in checked:
        assert within(hits[name], deals, exact[name]), (name, hits[name] / deals, exact[name])


def test_sampled_frequencies_agree_with_the_exact_ones():
    check_frequencies(100_000)


@pytest.mark.full
def test_ten_million_sampled_hands_agree_with_the_exact_frequencies():
    check_frequencies(10_000_000)


def test_the_mean_value_is_that_of_the_reference():
    """Rules 14: mean V 18.05, standard error 0.29, standard deviation 58.5; V > 0 in 59.5 %."""
    result = simulate("pinacle", deals=100_000, seed=5, features=["value > 0"])
    assert abs(result.score.mean - 18.05) < 4 * sqrt(0.29**2 + 58.5**2 / 100_000)
    assert abs(result.score.sd - 58.5) < 1.5
