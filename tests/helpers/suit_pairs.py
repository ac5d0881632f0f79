"""Suit tables beside plain recursion: variants of the rules, holdings, and what the words of the tables say."""

from functools import cache

import numpy as np
from solver_pairs import rules_of
from suit_reference import Copies, SuitReference

from meldlab.kernels.cards.bits import U
from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_HIGH, ACE_LOW
from meldlab.kernels.declare.life_classes import build_classes
from meldlab.kernels.declare.points.suit_tables import LANES, SuitTables, build_tables
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.run_shapes import build_shapes

SEED = rules_of("indian-rummy")
ONLINE = rules_of("indian-rummy-points")
STRICT = rules_of("indian-rummy-strict")
EXACT_BITS = 16

# With the most cards of a holding: raw runs are many where wilds are free, so these get smaller holdings.
VARIANTS: dict[str, tuple[DeclareRules, int]] = {
    "indian-rummy": (SEED, 9),
    "indian-rummy-points": (ONLINE, 8),
    "indian-rummy-strict": (STRICT, 9),
    "a run has 4 cards at most": (SEED._replace(run_max=4), 7),
    "ace low": (SEED._replace(run_ace=ACE_LOW), 7),
    "ace high, three sequences": (SEED._replace(run_ace=ACE_HIGH, min_sequences=3), 7),
    "ace round the corner": (ONLINE._replace(run_ace=ACE_CIRCULAR), 6),
    "no wild in a run": (SEED._replace(run_max_wilds=0), 9),
    "one wild in a run, two pure": (SEED._replace(run_max_wilds=1, min_pure=2), 7),
    "four naturals in an impure run": (SEED._replace(run_min_naturals=4), 7),
    "wilds not side by side, strict": (STRICT._replace(run_adjacent_wilds=0, run_max_wilds=99), 7),
    "three identical cards are nothing": (SEED._replace(identical_three=0), 7),
    "an ace is worth nothing, a 5 fifteen": (SEED._replace(points=np.array([0, 2, 3, 4, 15, *range(6, 14)])), 7),
}


@cache
def made(name: str) -> tuple[SuitTables, SuitReference]:
    """Return tables and reference of a variant; two cards more than its usual holdings have room."""
    rules, most_cards = VARIANTS[name]
    classes = build_classes(rules)
    tables = build_tables(rules, classes, build_shapes(rules, classes), most_cards=most_cards + 2)
    return tables, SuitReference(rules, classes)


def masks(copies: Copies) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the ranks held at least once, twice, three times."""
    words = [U(sum(1 << rank for rank in range(13) if copies[rank] >= least)) for least in (1, 2, 3)]
    return words[0], words[1], words[2]


def holdings(rng: np.random.Generator, number: int, *, most_cards: int, most_copies: int) -> list[Copies]:
    """Return holdings of up to `most_cards` cards of neighbouring ranks, in a narrow or a wide stretch of the suit."""
    found: list[Copies] = [(0,) * 13]
    while len(found) < number:
        width = int(rng.integers(1, 14))
        pool = np.repeat((rng.integers(13) + np.arange(width)) % 13, most_copies)
        cards = rng.choice(pool, min(len(pool), int(rng.integers(1, most_cards + 1))), replace=False)
        found.append(tuple(np.bincount(cards, minlength=13).tolist()))
    return found


def assert_words(fronts: np.ndarray, exact: np.ndarray, copies: Copies, reference: SuitReference) -> None:
    """Check the front and exact words of every class of one holding."""
    for own in range(len(reference.classes.at_most)):
        lanes = [(int(fronts[own]) >> (8 * lane) & 0xFF) - 1 for lane in range(LANES)]
        assert lanes == [reference.front(copies, own, wilds) for wilds in range(LANES)], (copies, own)
        numbers = {number for number in range(EXACT_BITS) if int(exact[own]) >> number & 1}
        assert numbers == {k for k in reference.exact(copies, own) if k < EXACT_BITS}, (copies, own)
