"""All hands of a pack counted by suit symmetry, against plain enumeration of small packs and the known whole."""

import json
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from deadwood_brute import Rules, least_deadwood
from gin_hands import words
from places import CASES

from meldlab import load_ruleset
from meldlab.kernels.deadwood.count import fill_suits_by_size
from meldlab.kernels.deadwood.least_deadwood import fill_deadwood
from meldlab.sim.common.errors import RulesError, RunError
from meldlab.sim.count.count import count_hands, iter_count
from meldlab.sim.games.deadwood.count import PartCounter
from meldlab.sim.games.deadwood.hand_solver import DeadwoodSolver
from meldlab.sim.games.deadwood.lower import lower_deadwood

EXACT = json.loads((CASES / "exact.json").read_text(encoding="utf-8"))["gin"]
OVERRIDES = [{}, {"run.min": 4}, {"run.max": 3}, {"set.min": 4}, {"set.max": 3}, {"points.3": 50}]


def pack(ranks):
    return [suit * 13 + rank for suit in range(4) for rank in range(ranks)]


def enumerated(ruleset, ranks, cards):
    """Return the histogram of all hands, one after the other."""
    solver = DeadwoodSolver(lower_deadwood(ruleset))
    hands = words(list(combinations(pack(ranks), cards)))
    deadwood = np.empty(len(hands), dtype=np.uint16)
    fill_deadwood(hands, solver.tables, deadwood)
    return dict(sorted(Counter(deadwood.tolist()).items()))


@pytest.mark.coverage
@pytest.mark.parametrize(("ranks", "cards"), [(1, 4), (2, 3), (3, 5), (4, 5)])
def test_small_packs_equal_brute_force_over_every_hand(ranks, cards):
    counted = count_hands("gin", ranks=ranks, cards=cards)
    found = Counter(least_deadwood(hand, Rules())[0] for hand in combinations(pack(ranks), cards))
    assert counted.histogram == dict(sorted(found.items()))
    assert counted.hands == comb(4 * ranks, cards) == sum(counted.histogram.values())


@pytest.mark.parametrize("overrides", OVERRIDES, ids=str)
@pytest.mark.parametrize(("ranks", "cards"), [(4, 10), (5, 7), (7, 4)])
def test_packs_equal_enumeration_for_every_rule(ranks, cards, overrides):
    ruleset = load_ruleset("gin", set=overrides)
    assert count_hands(ruleset, ranks=ranks, cards=cards).histogram == enumerated(ruleset, ranks, cards)


def test_parts_workers_and_engines_change_nothing():
    alone = count_hands("gin", ranks=8, cards=6, engine="serial")
    assert count_hands("gin", ranks=8, cards=6, workers=2).histogram == alone.histogram
    counter = PartCounter(load_ruleset("gin"), cards=6, ranks=8)
    assert counter.parts == 4
    together = Counter()
    for part in reversed(range(counter.parts)):
        together.update(counter(part)[1])
    assert dict(sorted(together.items())) == alone.histogram


def test_suits_are_sorted_by_size():
    masks, begins = np.empty(8, dtype=np.int64), np.empty(5, dtype=np.int64)
    fill_suits_by_size(masks, begins)
    assert masks.tolist() == [0, 1, 2, 4, 3, 5, 6, 7]
    assert begins.tolist() == [0, 1, 4, 7, 8]


def test_figures_are_exact():
    counted = count_hands("gin", ranks=5, cards=6)
    values = np.repeat(list(counted.histogram), list(counted.histogram.values()))
    assert counted.mean == pytest.approx(values.mean(), rel=1e-12)
    assert counted.sd == pytest.approx(values.std(), rel=1e-12)
    answer = counted.to_dict()
    share = answer["features"]["deadwood <= 10"]
    assert share["hits"] == counted.at_most(10) == (values <= 10).sum()
    assert share["probability"] == int(share["numerator"]) / int(share["denominator"])
    assert answer["features"]["deadwood == 0"]["hits"] == counted.histogram[0]
    frame = counted.to_polars()
    assert frame["hands"].sum() == frame["at_most"][-1] == answer["hands"] == comb(20, 6)
    assert frame["probability"].sum() == pytest.approx(1)
    assert frame["share_at_most"][-1] == 1
    json.dumps(answer, allow_nan=False)


def test_an_interrupted_count_goes_on(tmp_path):
    path = tmp_path / "kept.jsonl"
    how = {"ranks": 9, "cards": 5, "engine": "serial", "keep": path}
    steps = iter_count("gin", **how)
    before = [next(steps) for _ in range(4)][-1]
    steps.close()
    assert 0 < before.hands < before.total
    with path.open("a", encoding="utf-8") as stream:
        stream.write("[7, [[0, 1")  # a line that a crash cut short
    again = list(iter_count("gin", **how))
    assert again[0].hands == before.hands
    assert again[-1].result.histogram == count_hands("gin", ranks=9, cards=5).histogram
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1 + 8
    third = list(iter_count("gin", **how))
    assert len(third) == 2
    assert third[-1].result.histogram == again[-1].result.histogram


def test_a_file_of_another_count_is_refused_and_stays_as_it_is(tmp_path):
    path = tmp_path / "kept.jsonl"
    count_hands("gin", ranks=4, cards=5, keep=path)
    text = path.read_text(encoding="utf-8")
    for other in ({"cards": 4}, {"cards": 5, "set": {"run.min": 4}}):
        with pytest.raises(RunError, match="another count"):
            count_hands("gin", ranks=4, keep=path, **other)
    assert path.read_text(encoding="utf-8") == text
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary\n", encoding="utf-8")
    with pytest.raises(RunError, match="something else"):
        count_hands("gin", ranks=4, cards=5, keep=diary)
    assert diary.read_text(encoding="utf-8") == "Dear diary\n"
    with pytest.raises(RunError, match="cannot be used"):
        count_hands("gin", ranks=4, cards=5, keep=tmp_path)


def test_damaged_parts_are_noticed(tmp_path):
    path = tmp_path / "kept.jsonl"
    count_hands("gin", ranks=4, cards=5, keep=path)
    header, part = path.read_text(encoding="utf-8").splitlines()
    path.write_text(f"{header}\n{part.replace('[[1, ', '[[1, 1')}\n", encoding="utf-8")
    with pytest.raises(RunError, match="the pack has 4,368"):
        count_hands("gin", ranks=4, cards=5, keep=path)
    path.write_text(f"{header}\nnonsense\n", encoding="utf-8")
    with pytest.raises(RunError, match="damaged"):
        count_hands("gin", ranks=4, cards=5, keep=path)


@pytest.mark.parametrize(
    ("game", "options", "kind", "message"),
    [
        ("indian-rummy", {}, RunError, "objective is declare"),
        ("gin", {"cards": 11}, RunError, "allowed: 1 to 10"),
        ("gin", {"cards": 0}, RunError, "hands of 0 cards"),
        ("gin", {"ranks": 14}, RunError, "no 14 ranks"),
        ("gin", {"ranks": 2}, RunError, "allowed: 1 to 8"),
        ("gin", {"workers": 0}, RunError, "workers"),
        ("gin", {"set": {"run.ace": "high"}}, RulesError, "run.ace"),
    ],
)
def test_bad_arguments_are_refused_at_once(game, options, kind, message):
    with pytest.raises(kind, match=message):
        iter_count(game, **options)


@pytest.mark.full
def test_all_ten_card_hands_are_counted_in_less_than_a_minute():
    counted = count_hands("gin")
    assert counted.hands == EXACT["hands"]
    assert counted.at_most(0) == EXACT["deadwood_0"] == 136_694
    assert counted.at_most(10) == EXACT["deadwood_at_most_10"] == 10_212_276
    assert round(counted.mean, 6) == EXACT["mean"]
    assert round(counted.sd, 6) == EXACT["sd"]
    # gin.md: histogram 0..10, and the largest
    assert [counted.histogram[value] for value in range(11)] == [
        136694, 312878, 321176, 340270, 407290, 491014, 680388, 922168, 1368164, 1843330, 3388904,
    ]  # fmt: skip
    assert max(counted.histogram.items()) == (98, 1584)
    assert counted.seconds < 60
