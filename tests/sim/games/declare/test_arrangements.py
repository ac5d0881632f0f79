"""All best arrangements: each grouping of natural cards once, none forgotten, and no wild where it is not needed.

The other side is an enumeration of every way to group a small hand, with each group tested by the brute force.
"""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pytest
from declare_brute import IMPURE, PURE, SET, _counts_without_lives, _gate_open, kinds_of_positions
from hands import duplicate_heavy, joker_heavy, near_complete_hands

from meldlab.kernels.declare.rules import DeclareRules
from meldlab.sim.analyze.analyze import analyze
from meldlab.sim.games.declare.hand_solver import HandSolver
from meldlab.sim.games.declare.lower import lower_declare
from meldlab.sim.rules import load_ruleset

Group = tuple[tuple[int, ...], int]
RULES = {
    "seed": ("indian-rummy", {}),
    "strict": ("indian-rummy-strict", {}),
    "points": ("indian-rummy-points", {}),
    "truly impure": ("indian-rummy", {"declare.set_gate": "pure_and_impure"}),
    "any impure": ("indian-rummy", {"declare.set_gate": "any_impure"}),
    "long lives": ("indian-rummy", {"declare.lives_min_cards": 7}),
    "sets of any size": ("indian-rummy", {"set.max": "none", "set.max_wilds": "none", "run.ace": "circular"}),
}


def is_wild(card: int, wild_rank: int) -> bool:
    return card == 52 or card % 13 == wild_rank


def ways(hand: tuple[int, ...], wild_rank: int, rules: DeclareRules) -> Iterator[list[Group]]:
    """Yield every way to group cards of the hand, (cards, kind) a group; the other cards are loose."""
    kinds = {
        mask: kinds_of_positions(np.array(hand), mask, wild_rank, rules)
        for mask in range(1, 1 << len(hand))
        if mask.bit_count() >= 3
    }

    def extend(left: int, groups: list[Group]) -> Iterator[list[Group]]:
        if not left:
            yield groups
            return
        first = left & -left
        yield from extend(left ^ first, groups)
        others = left ^ first
        chosen = others
        while chosen:
            mask = chosen | first
            for kind in (PURE, IMPURE, SET):
                if kinds.get(mask, 0) & kind:
                    cards = tuple(card for place, card in enumerate(hand) if mask >> place & 1)
                    yield from extend(left & ~mask, [*groups, (cards, kind)])
            chosen = (chosen - 1) & others

    yield from extend((1 << len(hand)) - 1, [])


def has_lives(groups: list[Group], rules: DeclareRules) -> bool:
    sequences = [(len(cards), kind) for cards, kind in groups if kind != SET]
    pairs = [
        one[0] + other[0]
        for place, one in enumerate(sequences)
        for other in sequences[:place]
        if PURE in (one[1], other[1])
    ]
    return len(sequences) >= rules.min_sequences and any(
        rules.lives_min_cards <= pair <= rules.lives_max_cards for pair in pairs
    )


def everything_counts(groups: list[Group], rules: DeclareRules) -> bool:
    pures = sum(kind == PURE for _, kind in groups)
    impure = int(any(kind == IMPURE for _, kind in groups))
    sets = sum(kind == SET for _, kind in groups)
    if sets > rules.max_sets:
        return False
    if has_lives(groups, rules):
        return sets == 0 or _gate_open(rules, pures, impure)
    present = (PURE if pures else 0) | (IMPURE if impure else 0) | (SET if sets else 0)
    return present & ~_counts_without_lives(rules, pures, impure) == 0


def enumerated(hand: tuple[int, ...], wild_rank: int, rules: DeclareRules, *, declare: bool) -> dict[object, int]:
    """Return the best groupings, each with the fewest wilds that an arrangement of it has in its groups."""

    def value(cards: tuple[int, ...]) -> int:
        return sum(0 if is_wild(card, wild_rank) else int(rules.points[card % 13]) for card in cards)

    best = None
    found: dict[object, int] = {}
    for groups in ways(hand, wild_rank, rules):
        if declare:
            sets = sum(kind == SET for _, kind in groups)
            whole = sum(len(cards) for cards, _ in groups) == len(hand)
            if not whole or sets > rules.max_sets or not has_lives(groups, rules):
                continue
        elif not everything_counts(groups, rules):
            continue
        gain = 0 if declare else sum(value(cards) for cards, _ in groups)
        if best is None or gain > best:
            best, found = gain, {}
        if gain == best:
            plain = [
                (kind == SET, tuple(card for card in cards if not is_wild(card, wild_rank))) for cards, kind in groups
            ]
            key = tuple(sorted(group for group in plain if group[1]))
            wilds = sum(is_wild(card, wild_rank) for cards, _ in groups for card in cards)
            found[key] = min(wilds, found.get(key, 99))
    return found


@pytest.mark.parametrize("name", list(RULES))
def test_the_list_is_that_of_an_enumeration_of_all_groupings(name: str) -> None:
    preset, changes = RULES[name]
    rules = lower_declare(load_ruleset(preset, set=changes))
    rng = np.random.default_rng(5)
    declared = 0
    for family in (near_complete_hands, duplicate_heavy, joker_heavy):
        for cards in (7, 8, 9):
            counts, wild_ranks = family(rng, 6, 2, 3, cards=cards)
            for row, wild_rank in zip(counts, wild_ranks, strict=True):
                hand = tuple(int(card) for card in np.repeat(np.arange(53), row))
                solver = HandSolver(rules, wild_rank=int(wild_rank))
                for declare in (False, True):
                    if declare and not solver.figures(row[None, :])[0].can_declare:
                        continue
                    declared += declare
                    every, more = solver.all_best(row, declare=declare)
                    assert not more
                    shown = {each.grouping(int(wild_rank)): each.wilds_used(int(wild_rank)) for each in every}
                    assert len(shown) == len(every), "each once"
                    assert shown == enumerated(hand, int(wild_rank), rules, declare=declare), (hand, wild_rank, declare)
    assert declared


FOUND_TWICE = [
    ("JS AS TC KS 5D 4D JK JK QC JC JK KC QS", "indian-rummy-strict", 3, None),
    ("JK JK JK 4D TS 9S QS 8S 7H AC 3D TS 2D", "indian-rummy-points", 3, None),
    ("4S JK TS 4D JD JS 5D 8D 6D 9D KD QD AD", "indian-rummy-strict", 1, "4"),
]


@pytest.mark.parametrize(("hand", "game", "decks", "wild"), FOUND_TWICE)
def test_no_two_arrangements_have_the_same_cards_in_their_groups(
    hand: str, game: str, decks: int, wild: str | None
) -> None:
    answer = analyze(hand, game, decks=decks, wild=wild, all_arrangements=True)
    seen = defaultdict(list)
    for each in answer.arrangements:
        key = tuple(sorted((meld.kind, tuple(sorted(meld.cards))) for meld in each.melds))
        seen[key].append(each)
    assert all(len(same) == 1 for same in seen.values())


def test_a_list_that_stops_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "JS AS TC KS 5D 4D JK JK QC JC JK KC QS"
    whole = analyze(hand, "indian-rummy", decks=3, all_arrangements=True)
    assert not whole.more_arrangements
    assert "more_arrangements" not in whole.to_dict()
    monkeypatch.setattr("meldlab.sim.games.declare.hand_solver.MOST_ARRANGEMENTS", 3)
    cut = analyze(hand, "indian-rummy", decks=3, all_arrangements=True)
    assert cut.arrangements == whole.arrangements[:3]
    assert cut.to_dict()["more_arrangements"] is True
    monkeypatch.setattr("meldlab.sim.games.declare.hand_solver._MOST_LOOKED_AT", 2)
    assert analyze(hand, "indian-rummy", decks=3, all_arrangements=True).more_arrangements
