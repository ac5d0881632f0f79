"""Gin hands by the million: outcomes that brute force confirms, the same for any engine."""

import numpy as np
import pytest
from deadwood_brute import Rules, least_deadwood, melds

from meldlab import load_ruleset, simulate
from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.games.registry import make_workload


def workload(seed=1, **overrides):
    return make_workload(load_ruleset("gin", set=overrides), decks=1, wild=None, seed=seed)


@pytest.mark.parametrize(
    ("overrides", "rules"),
    [
        ({}, Rules()),
        ({"run.min": 4, "set.min": 4, "points.K": 50}, Rules(run_min=4, set_min=4, points=(*range(1, 11), 10, 10, 50))),
    ],
)
def test_every_outcome_is_that_of_the_hand(overrides, rules):
    made = workload(**overrides)
    outcomes, hands = made.stream(0).take_with_hands(400)
    assert list(outcomes) == [column.name for column in made.columns]
    assert hands.shape == (400, 11)
    assert set(hands[:, 10].tolist()) == {13}
    for place, hand in enumerate(hands[:, :10].tolist()):
        assert len(set(hand)) == 10
        least, _ = least_deadwood(hand, rules)
        assert outcomes["deadwood"][place] == least
        assert outcomes["gin"][place] == (least == 0)
        assert outcomes["can_knock"][place] == (least <= 10)
        sets = [len(meld) for meld in melds(hand, rules) if rules.is_set(sorted(meld))]
        assert outcomes["natural_set"][place] == max(sets, default=0)
        ordinary = Rules()
        runs = [len(meld) for meld in melds(hand, ordinary) if ordinary.is_run(sorted(meld))]
        assert max(int(outcomes["natural_run"][place]), 2) == max(runs, default=2)
    for column in made.columns:
        assert outcomes[column.name].max() <= column.maximum


def test_the_largest_deadwood_of_a_column_is_that_of_the_dearest_cards():
    assert workload().columns[0].maximum == 100
    assert workload(**{"points.A": 50}).columns[0].maximum == 4 * 50 + 6 * 10


def test_knocking_is_a_rule():
    outcomes = workload(**{"play.knock_at": 40}).stream(0).take(2000)
    assert np.array_equal(outcomes["can_knock"], outcomes["deadwood"] <= 40)


def test_the_first_deals_of_a_longer_run_are_those_of_a_shorter_one():
    whole, parts = workload().stream(3).take(700), workload().stream(3)
    first, second = parts.take(300), parts.take(400)
    for name, values in whole.items():
        assert np.array_equal(values, np.concatenate([first[name], second[name]])), name


def test_tallies_are_equal_for_any_engine_and_number_of_workers(tmp_path):
    def run(**how):
        return simulate("gin", deals=40_000, seed=3, chunk_deals=2**13, **how)

    serial = run(engine="serial")
    assert serial.task.score == "deadwood"
    for workers in (1, 2):
        assert run(workers=workers).tally.digest() == serial.tally.digest()
    kept = run(keep_hands=True, out=tmp_path / "run")
    assert kept.tally.digest() == serial.tally.digest()
    assert run(out=tmp_path / "run").dealt == 0


def test_the_usual_table_shows_gin_and_knocking():
    features = simulate("gin", deals=1000, seed=1).table()["feature"].to_list()
    assert features == ["natural_run >= 3", "natural_set >= 3", "gin", "can_knock"]


def test_gin_has_no_wild_rank_and_one_deck():
    with pytest.raises(MeldlabError, match="cuts no wild card"):
        simulate("gin", deals=10, wild="7")
    with pytest.raises(MeldlabError, match="not played with 2 decks"):
        simulate("gin", deals=10, decks=2)
