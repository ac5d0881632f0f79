"""The block solver beside the depth-first search: one question asked of both, and hands told in words."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np
from hands import Hands, duplicate_heavy, joker_heavy, near_complete_hands, random_hands
from kernel_calls import cards_from_counts, search_many

from meldlab.kernels.cards.cards import NO_WILD, Planes, planes_from_counts
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.sim.common.notation import RANKS, format_cards
from meldlab.sim.games.declare.block_solver import DeclareSolver, DeclareTables, Solved
from meldlab.sim.games.declare.lower import lower_declare
from meldlab.sim.rules import load_ruleset

PRESETS = ("indian-rummy", "indian-rummy-points", "indian-rummy-strict")
FAMILIES = (random_hands, near_complete_hands, duplicate_heavy, joker_heavy)
CARDS = 13


def rules_of(preset: str, overrides: Mapping[str, object] | None = None) -> DeclareRules:
    """Return the numbers of a preset with some rules changed; a set keeps room for its least size."""
    changed = dict(overrides or {})
    least, most = changed.get("set.min", 3), changed.get("set.max")
    if most is None and isinstance(least, int) and least > 3:
        changed["set.max"] = max(least, 4)
    return lower_declare(load_ruleset(preset, set=changed))


@lru_cache(maxsize=3)
def preset_tables(preset: str) -> DeclareTables:
    """Return the tables of an unchanged preset."""
    return DeclareTables(rules_of(preset), cards=CARDS)


def planes_of(hands: Hands) -> Planes:
    """Return the planes of hands given as counts and wild ranks (-1: none)."""
    counts, wild_ranks = hands
    return planes_from_counts(counts, np.where(wild_ranks < 0, NO_WILD, wild_ranks).astype(np.uint64))


def by_blocks(tables: DeclareTables, hands: Hands) -> Solved:
    """Return the figures that the block solver, leftovers included, finds."""
    return DeclareSolver(tables).solve(planes_of(hands))


def by_search(rules: DeclareRules, hands: Hands) -> Solved:
    """Return the figures that the depth-first search finds."""
    counts, wild_ranks = hands
    figures = Solved(np.zeros(len(counts), np.int64), np.zeros(len(counts), np.uint8), np.zeros(len(counts), np.uint8))
    search_many(counts, wild_ranks.astype(np.int64), rules, *figures)
    return figures


def told(hands: Hands, hand: int) -> str:
    """Return a hand and its wild rank in card text."""
    counts, wild_ranks = hands
    wild = RANKS[wild_ranks[hand]] if wild_ranks[hand] >= 0 else "none"
    return f"{format_cards(cards_from_counts(counts[hand : hand + 1])[0].tolist())}, wild {wild}"


def _differing(tables: DeclareTables, hands: Hands) -> np.ndarray:
    both = zip(by_blocks(tables, hands), by_search(tables.rules, hands), strict=True)
    return np.flatnonzero(np.any([left != right for left, right in both], axis=0))


def _smaller(hands: Hands) -> Iterator[Hands]:
    counts, wild_ranks = hands
    for kind in np.flatnonzero(counts[0]):
        fewer = counts.copy()
        fewer[0, kind] -= 1
        yield fewer, wild_ranks


def _smallest(tables: DeclareTables, hands: Hands) -> Hands:
    """Return a smaller hand about which the two still disagree, card by card as small as can be."""
    while (following := next((h for h in _smaller(hands) if len(_differing(tables, h))), None)) is not None:
        hands = following
    return hands


def assert_equal(tables: DeclareTables, hands: Hands) -> Solved:
    """Return the figures of `hands` after both solvers gave the same; a difference is told with the smallest hand."""
    differing = _differing(tables, hands)
    if len(differing):
        chosen = differing[:1]
        small = _smallest(tables, (hands[0][chosen], hands[1][chosen]))
        block = [int(column[0]) for column in by_blocks(tables, small)]
        search = [int(column[0]) for column in by_search(tables.rules, small)]
        raise AssertionError(
            f"{len(differing)} of {len(hands[0])} differ; {told(hands, int(chosen[0]))}; least: {told(small, 0)}; "
            f"points, can_declare, has_lives are {block} in blocks and {search} by search, {tables.rules}"
        )
    return by_blocks(tables, hands)


def mixed_hands(rng: np.random.Generator, each: int, *, decks: int, printed: int, cards: int = CARDS) -> Hands:
    """Return `each` hands of every family."""
    parts = [family(rng, each, decks, printed, cards=cards) for family in FAMILIES]
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def together(parts: list[Hands]) -> Hands:
    """Return the hands of all parts."""
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
