"""Shapes against the sentences on runs: each is a legal run, and together they stand for every legal run."""

from functools import cache

import pytest
from solver_pairs import rules_of
from suit_reference import Run, all_runs, windows

from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_EITHER, ACE_HIGH, ACE_LOW
from meldlab.kernels.declare.life_classes import Classes, build_classes
from meldlab.kernels.declare.rules import NO_LIMIT, DeclareRules
from meldlab.kernels.declare.run_shapes import Shapes, build_shapes
from meldlab.kernels.declare.run_shapes import windows as shape_windows

SEED = rules_of("indian-rummy")
ONLINE = rules_of("indian-rummy-points")
VARIANTS: dict[str, DeclareRules] = {
    "indian-rummy": SEED,
    "indian-rummy-points": ONLINE,
    "indian-rummy-strict": rules_of("indian-rummy-strict"),
    "a run has 3 cards": SEED._replace(run_max=3),
    "a run has 5 cards at most": ONLINE._replace(run_max=5),
    "ace low": SEED._replace(run_ace=ACE_LOW),
    "ace high": SEED._replace(run_ace=ACE_HIGH),
    "ace round the corner": SEED._replace(run_ace=ACE_CIRCULAR),
    "no wild in a run": SEED._replace(run_max_wilds=0),
    "one wild in a run": SEED._replace(run_max_wilds=1),
    "two naturals in a run": SEED._replace(run_min_naturals=2),
    "four naturals in an impure run": SEED._replace(run_min_naturals=4),
    "no wilds side by side": ONLINE._replace(run_adjacent_wilds=0),
    "strict, no wilds side by side, two naturals": ONLINE._replace(
        run_adjacent_wilds=0, run_min_naturals=2, lives_max_cards=7
    ),
    "two pure": SEED._replace(min_pure=2),
    "three sequences": ONLINE._replace(min_sequences=3),
    "three sequences, exactly 6 cards": SEED._replace(min_sequences=3, lives_max_cards=6),
}
NAMES = pytest.mark.parametrize("name", VARIANTS)
LONGEST = 8  # longer runs are cut into these in the same way


@cache
def built(name: str) -> tuple[Classes, tuple[Shapes, Shapes]]:
    classes = build_classes(VARIANTS[name])
    return classes, build_shapes(VARIANTS[name], classes)


def mask_of(run: Run) -> int:
    return sum(1 << rank for rank in run.ranks)


def rows(shapes: Shapes) -> set[tuple[int, int, int]]:
    return set(zip(shapes.masks.tolist(), shapes.wilds.tolist(), shapes.classes.tolist(), strict=True))


@NAMES
def test_windows_are_consecutive_places_under_the_ace_rule(name: str) -> None:
    assert {frozenset(window) for window in shape_windows(VARIANTS[name])} == {
        frozenset(window) for window in windows(VARIANTS[name], 13)
    }


def test_an_ace_in_the_middle_is_no_run() -> None:
    king_ace_two = {0, 1, 12}
    assert king_ace_two not in [set(window) for window in shape_windows(SEED)]
    assert king_ace_two in [set(window) for window in shape_windows(SEED._replace(run_ace=ACE_CIRCULAR))]
    assert [0 in window for window in shape_windows(SEED._replace(run_ace=ACE_HIGH)) if 1 in window].count(True) == 1
    assert SEED.run_ace == ACE_EITHER


@NAMES
def test_every_shape_is_a_legal_run(name: str) -> None:
    classes, both = built(name)
    legal = {(mask_of(run), run.wilds, classes.of_run[run.pure, run.length]) for run in all_runs(VARIANTS[name])}
    for shapes in both:
        assert rows(shapes) <= legal


@NAMES
def test_shapes_are_listed_by_their_lowest_card_with_their_points(name: str) -> None:
    for shapes in built(name)[1]:
        for rank in range(13):
            for shape in range(shapes.first[rank], shapes.first[rank + 1]):
                mask = int(shapes.masks[shape])
                assert mask & -mask == 1 << rank
                assert shapes.points[shape] == sum(int(VARIANTS[name].points[r]) for r in range(13) if mask >> r & 1)
        assert shapes.first[0] == 0
        assert shapes.first[13] == len(shapes.masks)


def pieces(shapes: Shapes, classes: Classes) -> "callable[[int], set[tuple[int, int]]]":
    """Return a function that gives the (wilds, class) of all ways to put shapes on exactly these ranks."""
    by_lowest: dict[int, list[tuple[int, int, int]]] = {}
    for mask, wilds, own in rows(shapes):
        by_lowest.setdefault(mask & -mask, []).append((mask, wilds, own))

    @cache
    def reach(ranks: int) -> set[tuple[int, int]]:
        if not ranks:
            return {(0, 0)}
        return {
            (wilds + more, int(classes.join[own, other]))
            for mask, wilds, own in by_lowest.get(ranks & -ranks, ())
            if mask & ~ranks == 0
            for more, other in reach(ranks ^ mask)
        }

    return reach


@NAMES
def test_every_legal_run_is_made_of_shapes(name: str) -> None:
    # "Short runs suffice": the same cards, no more wilds (for the exact shapes: the same number) and no lower class.
    classes, (covering, exact) = built(name)
    cover, whole = pieces(covering, classes), pieces(exact, classes)
    for run in all_runs(VARIANTS[name], longest=LONGEST):
        own = classes.of_run[run.pure, run.length]
        assert any(w <= run.wilds and classes.at_most[own, c] for w, c in cover(mask_of(run))), run
        assert any(w == run.wilds and classes.at_most[own, c] for w, c in whole(mask_of(run))), run


def test_for_the_seed_rules_lengths_3_to_5_suffice() -> None:
    # Indian rules, 1.2: a run of 6 or more cards always splits into runs of 3 to 5.
    for shapes in built("indian-rummy")[1]:
        assert {int(mask).bit_count() + int(w) for mask, w, _ in rows(shapes)} == {3, 4, 5}
    assert SEED.run_max >= NO_LIMIT
