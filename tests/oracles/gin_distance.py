"""How far gin hands are from a finished one, twice, from the sentences; neither way shares anything with the solver.

`by_adding` adds every choice of cards and looks for ten cards without deadwood among all of them.  `by_ranks` goes
through the pack rank by rank and decides for every card whether it is in the finished hand, and where: it takes all
distances and many hands at once, as vectors.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, product

import numpy as np
from deadwood_brute import Rules

OUT, RUN, SET, FREE = range(4)
NEVER = -100
CARDS = 10


def is_finished(cards: frozenset[int], rules: Rules) -> bool:
    """Return whether cards can be melded but for cards of no points: the lowest is free, or in one of its melds."""
    if not cards:
        return True
    first = min(cards)
    rest = cards - {first}
    if rules.points[first % 13] == 0 and is_finished(rest, rules):
        return True
    groups = [[card for card in sorted(rest) if card // 13 == first // 13]]
    groups.append([card for card in sorted(rest) if card % 13 == first % 13])
    return any(
        is_finished(rest - set(others), rules)
        for group in groups
        for size in range(2, len(group) + 1)
        for others in combinations(group, size)
        if rules.is_run((first, *others)) or rules.is_set((first, *others))
    )


def by_adding(hand: Iterable[int], dead: Iterable[int], rules: Rules, *, most: int) -> int | None:
    """Return the fewest cards to add, or None if it is more than `most`."""
    held = frozenset(hand)
    pool = sorted(set(range(52)) - held - set(dead))
    for added in range(most + 1):
        for more in combinations(pool, added):
            # fewer cards would have done for a finished hand without one of `more`
            for kept in combinations(sorted(held), CARDS - added):
                if is_finished(frozenset((*kept, *more)), rules):
                    return added
    return None


def by_ranks(hands: Sequence[Iterable[int]], deads: Sequence[Iterable[int]], rules: Rules) -> list[int | None]:
    """Return the distance of each hand, None where no finished hand is left."""
    gain = np.zeros((52, len(hands)), dtype=np.int64)
    for number, (hand, dead) in enumerate(zip(hands, deads, strict=True)):
        gain[list(hand), number] = 1
        gain[list(dead), number] = NEVER
    unlimited = rules.run_max >= 2 * rules.run_min - 1  # then "run_min or more" is all that matters of a length
    longest = rules.run_min if unlimited else rules.run_max

    def runs_after(lengths: tuple[int, ...], choice: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        """Every way to go on: a run is extended, begun, or over; one that is too short must be extended."""
        ways = []
        for length, place in zip(lengths, choice, strict=True):
            may_end = length == 0 or length >= rules.run_min
            if place != RUN:
                ways.append([0] if may_end else [])
                continue
            longer = [min(length + 1, longest)] if unlimited or length < longest else []
            ways.append([*longer, *([1] if may_end and length else [])])
        return product(*ways)

    best = {((0, 0, 0, 0), 0): np.zeros(len(hands), dtype=np.int64)}
    for rank in range(13):
        choices = []
        for choice in product((OUT, RUN, SET, FREE), repeat=4):
            together = choice.count(SET)
            if together and not rules.set_min <= together <= rules.set_max:
                continue
            if FREE in choice and rules.points[rank]:
                continue
            inside = [13 * suit + rank for suit, place in enumerate(choice) if place != OUT]
            choices.append((choice, len(inside), gain[inside].sum(axis=0)))
        after: dict[tuple[tuple[int, ...], int], np.ndarray] = {}
        for (lengths, cells), kept in best.items():
            for choice, more, gained in choices:
                if cells + more > CARDS:
                    continue
                total = kept + gained
                for state in runs_after(lengths, choice):
                    key = (state, cells + more)
                    after[key] = np.maximum(after[key], total) if key in after else total
        best = after
    ends = [
        kept
        for (lengths, cells), kept in best.items()
        if cells == CARDS and all(length == 0 or length >= rules.run_min for length in lengths)
    ]
    most = np.max(ends, axis=0) if ends else np.full(len(hands), NEVER)
    return [None if kept < 0 else CARDS - int(kept) for kept in most]
