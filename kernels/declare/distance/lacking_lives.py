"""Classes of sequence collections for the distance: what a partial hand still lacks of D2 and D3, exactly.

Like `classes`, with two differences.  Both bounds on the cards of the two lives are modelled, for any values, because
a distance has no second solver to leave a hard ruleset to.  And only one thing is told apart: which further sequences
would make the hand declarable.  A hand has few cells, so all collections of sequences that fit into it are listed and
those that no continuation can tell apart become one class.
"""

from itertools import combinations, product

import numpy as np

from meldlab.kernels.declare.life_classes import Classes, _minimal
from meldlab.kernels.declare.rules import NO_LIMIT, DeclareRules
from meldlab.kernels.declare.search.goals import IDENTICAL, asks_for_two_lives, shortest_sequence

Sequences = tuple[tuple[bool, int], ...]  # (pure?, cards) of each sequence, sorted


def _bounds_bind(rules: DeclareRules) -> bool:
    """Return whether D3 says more than D2 does."""
    narrow = rules.lives_max_cards < NO_LIMIT or rules.lives_min_cards > 2 * shortest_sequence(rules)
    return asks_for_two_lives(rules) and narrow


def has_lives(sequences: Sequences, rules: DeclareRules) -> bool:
    """Return whether these sequences satisfy D2 and D3."""
    if len(sequences) < rules.min_sequences or sum(pure for pure, _ in sequences) < rules.min_pure:
        return False
    return not asks_for_two_lives(rules) or any(
        (first[0] or second[0]) and rules.lives_min_cards <= first[1] + second[1] <= rules.lives_max_cards
        for first, second in combinations(sequences, 2)
    )


def _collections(lengths: list[int], cards: int) -> list[Sequences]:
    """Return every collection of sequences of these lengths with at most `cards` cards, the smallest first."""
    kinds = [(pure, length) for length in lengths for pure in (False, True)]
    found: list[Sequences] = [()]
    last: list[Sequences] = [()]
    while last:
        longer = {
            tuple(sorted((*sequences, kind)))
            for sequences, kind in product(last, kinds)
            if sum(length for _, length in sequences) + kind[1] <= cards
        }
        last = sorted(longer)
        found += last
    return found


def build_life_classes(rules: DeclareRules, *, cards: int) -> Classes:
    """Return the class automaton of `rules` for hands of `cards` cards; ``pure`` of the result is not used (-1).

    Two classes whose sequences never fit into one hand have no join: -1.
    """
    shortest = shortest_sequence(rules)
    real = sorted({*range(rules.run_min, cards + 1), *([IDENTICAL] if rules.identical_three else [])})
    named = {length: length if _bounds_bind(rules) else shortest for length in real}
    # Without bounds a length means nothing; one that always satisfies them stands for all.
    states = _collections(sorted(set(named.values())), cards)
    modelled = rules if _bounds_bind(rules) else rules._replace(lives_min_cards=0, lives_max_cards=NO_LIMIT)

    def signature(sequences: Sequences) -> tuple[bool, ...]:
        return tuple(has_lives((*sequences, *more), modelled) for more in states)

    representatives: dict[tuple[bool, ...], Sequences] = {}
    for state in states:
        representatives.setdefault(signature(state), state)
    index = {found: number for number, found in enumerate(representatives)}
    signatures = np.array(list(representatives))
    at_most = np.array([[not (low & ~high).any() for high in signatures] for low in signatures])
    members = list(representatives.values())
    join = np.array([[index.get(signature((*a, *b)), -1) for b in members] for a in members], dtype=np.int64)
    numbers = range(len(members))
    pairs: list[tuple[int, int, int]] = []
    steps: list[tuple[int, int, int]] = []
    for target in numbers:
        reached = [[join[a, b] >= 0 and bool(at_most[target, join[a, b]]) for b in numbers] for a in numbers]
        both = [(a, b) for a, b in product(numbers, repeat=2) if reached[a][b]]
        pairs += [(a, b, target) for a, b in _minimal(both, at_most)]
        for own in numbers:
            steps += [(own, b, target) for (b,) in _minimal([(b,) for b in numbers if reached[own][b]], at_most)]
    steps.sort()
    complete = next(number for number in numbers if signatures[number, 0])
    return Classes(
        size=len(members),
        lives=complete,
        pure=-1,
        at_most=at_most,
        join=join,
        pairs=np.array(pairs, dtype=np.int64),
        steps=np.array(steps, dtype=np.int64),
        first_step=np.searchsorted([own for own, _, _ in steps], np.arange(len(members) + 1)).astype(np.int64),
        of_run={
            (pure, length): index[signature(((pure, named[length]),))] for length in real for pure in (False, True)
        },
    )
