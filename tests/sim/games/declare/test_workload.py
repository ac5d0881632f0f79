"""The workload of `simulate`: dealt hands of a ruleset with outcomes that solving them again confirms."""

import numpy as np
import polars as pl
import pytest
from solver_pairs import by_search, rules_of

from meldlab.kernels.cards.cards import JOKER, NO_WILD, counts_from_cards
from meldlab.kernels.declare.points.lowering import EXACT, SEARCH, VERIFY
from meldlab.sim.counting.outcomes import Outcomes
from meldlab.sim.games.declare.workload import DeclareWorkload
from meldlab.sim.games.registry import make_workload
from meldlab.sim.rules import load_ruleset
from meldlab.sim.simulate.simulate import simulate

# name: preset, overrides, decks, wild, kind of solving
TASKS: dict[str, tuple[str, dict[str, object], int, str | None, str]] = {
    "one deck": ("indian-rummy", {}, 1, None, EXACT),
    "two decks": ("indian-rummy", {}, 2, None, EXACT),
    "three decks": ("indian-rummy", {}, 3, None, EXACT),
    "strict": ("indian-rummy-strict", {}, 3, None, EXACT),
    "points": ("indian-rummy-points", {}, 2, None, EXACT),
    "points, aces wild": ("indian-rummy-points", {}, 2, "A", EXACT),
    "wild rank 7": ("indian-rummy", {}, 2, "7", EXACT),
    "cut card KD": ("indian-rummy", {}, 1, "KD", EXACT),
    "no wild rank": ("indian-rummy", {"pack.wild": "none"}, 2, None, EXACT),
    "no jokers at all": ("indian-rummy", {"pack.wild": "none", "pack.printed_jokers": 0}, 3, None, EXACT),
    "one trio at most": ("indian-rummy", {"set.max_sets": 1}, 2, None, VERIFY),
    "trios always count": ("indian-rummy", {"declare.set_gate": "none"}, 2, None, SEARCH),
}
NAMES = pytest.mark.parametrize("name", TASKS)
_MADE: dict[str, DeclareWorkload] = {}


def workload(name: str, *, seed: int = 1) -> DeclareWorkload:
    preset, overrides, decks, wild, kind = TASKS[name]
    if name not in _MADE:
        _MADE[name] = DeclareWorkload(load_ruleset(preset, set=overrides), decks=decks, wild=wild, seed=seed)
        assert _MADE[name].tables.kind == kind
    return _MADE[name]


def together(parts: list[Outcomes]) -> Outcomes:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def assert_same(left: Outcomes, right: Outcomes) -> None:
    assert left.keys() == right.keys()
    for name in left:
        assert np.array_equal(left[name], right[name]), name


@NAMES
def test_every_column_is_there_and_within_its_maximum(name: str) -> None:
    made = workload(name)
    outcomes = made.stream(0).take(3000)
    assert list(outcomes) == [column.name for column in made.columns]
    for column in made.columns:
        values = outcomes[column.name]
        assert values.shape == (3000,)
        assert values.dtype.kind == "u"
        assert values.max() <= column.maximum, column.name
        assert column.sentence
    assert made.score in outcomes


@NAMES
def test_taking_10_and_then_20_is_taking_30(name: str) -> None:
    made = workload(name)
    stream = made.stream(3)
    assert_same(together([stream.take(10), stream.take(20)]), made.stream(3).take(30))
    stream = made.stream(3)
    more = [stream.take(n) for n in (1, 0, 8191, 2, 806)]
    assert_same(together(more), made.stream(3).take(9000))


def test_keeping_the_hands_changes_nothing() -> None:
    made = workload("two decks")
    stream = made.stream(1)
    parts = [stream.take(100), stream.take_with_hands(50)[0], stream.take(50)]
    assert_same(together(parts), made.stream(1).take(200))


@NAMES
def test_the_hands_kept_solved_again_give_the_same_columns(name: str) -> None:
    preset, overrides, *_ = TASKS[name]
    made = workload(name)
    outcomes, hands = made.stream(2).take_with_hands(1500)
    assert hands.shape == (1500, made.cards + 1)
    counts, wild_ranks = counts_from_cards(hands[:, :-1]), hands[:, -1].astype(np.int64)
    wild_ranks = np.where(wild_ranks == NO_WILD, -1, wild_ranks)
    again = by_search(rules_of(preset, overrides), (counts, wild_ranks))
    for column, values in zip(("points", "can_declare", "has_lives"), again, strict=True):
        assert np.array_equal(outcomes[column], values), column
    assert np.array_equal(outcomes["jokers"], counts[:, JOKER])
    of_the_wild_rank = (hands[:, :-1] < JOKER) & (hands[:, :-1] % 13 == hands[:, -1:])
    assert np.array_equal(outcomes["wilds"], counts[:, JOKER] + of_the_wild_rank.sum(axis=1))
    declared = outcomes["can_declare"] == 1
    assert (outcomes["points"][declared] == 0).all()
    assert (outcomes["has_pure"] >= outcomes["has_lives"]).all()


@NAMES
def test_no_hand_holds_more_than_the_pack(name: str) -> None:
    _, _, decks, wild, _ = TASKS[name]
    made = workload(name)
    _, hands = made.stream(4).take_with_hands(2000)
    counts = counts_from_cards(hands[:, :-1])
    assert counts[:, :JOKER].max() <= decks
    assert counts[:, JOKER].max() <= decks * made.deal.printed_jokers
    if wild == "KD":
        assert counts[:, 2 * 13 + 12].max() == decks - 1


def test_the_wild_rank_is_the_one_asked_for() -> None:
    for name, rank in {"wild rank 7": 6, "cut card KD": 12, "points, aces wild": 0, "no wild rank": NO_WILD}.items():
        _, hands = workload(name).stream(0).take_with_hands(200)
        assert set(hands[:, -1].tolist()) == {rank}
    _, hands = workload("two decks").stream(0).take_with_hands(500)
    assert set(hands[:, -1].tolist()) == set(range(13))


def test_chunks_and_seeds_hold_different_hands() -> None:
    made = workload("two decks")
    other = DeclareWorkload(load_ruleset("indian-rummy"), decks=2, wild=None, seed=2)
    streams = [made.stream(0), made.stream(1), other.stream(0)]
    hands = [stream.take_with_hands(50)[1].tobytes() for stream in streams]
    assert len(set(hands)) == 3


def test_the_points_of_the_points_game_stop_at_80() -> None:
    outcomes = workload("points").stream(0).take(2000)
    assert outcomes["points"].max() == 80
    assert workload("two decks").stream(0).take(20000)["points"].max() > 80


@pytest.mark.parametrize("keep_hands", [False, True])
def test_tallies_are_equal_for_any_engine_and_number_of_workers(tmp_path, keep_hands: bool) -> None:
    def run(label: str, **how: object) -> tuple[str, pl.DataFrame]:
        out = tmp_path / label if keep_hands else None
        result = simulate(
            "indian-rummy", players=6, deals=40_000, seed=3, chunk_deals=2**13, keep_hands=keep_hands, out=out, **how
        )
        return result.tally.digest(), result.to_polars()

    digest, frame = run("serial", engine="serial")
    for workers in (1, 2, 3):
        other, table = run(f"threads{workers}", engine="threads", workers=workers)
        assert other == digest
        assert table.equals(frame)


def test_the_first_deals_of_a_longer_run_are_those_of_a_shorter_one() -> None:
    made = workload("three decks")
    whole = made.stream(0).take(5000)
    short = made.stream(0).take(1200)
    assert_same({name: values[:1200] for name, values in whole.items()}, short)


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("indian-rummy", {"set.max": "none", "set.min_naturals": 4}),
        ("continental", {"set.min_naturals": 4}),
        ("pinacle", {"meld.min_naturals": 4}),
    ],
)
def test_a_natural_set_has_the_naturals_that_any_set_needs(game: str, rules: dict[str, object]) -> None:
    ruleset = load_ruleset(game, set=rules)
    if game == "continental":
        ruleset = ruleset.for_deal("TTT")
    outcomes = make_workload(ruleset, decks=2, wild=None, seed=1).stream(0).take(3000)
    found = set(outcomes["natural_set"].tolist())
    assert found & {1, 2, 3} == set()
    assert 4 in found
