"""Classes of arrangements: how much of "two lives" a collection of sequences already has.

Suits are solved one by one and joined afterwards, so every partial arrangement must remember just enough about
its sequences to decide, at the end, whether it holds the lives that the rules demand.  That memory is a small
commutative monoid (counters that stop at what the rules ask for); states that no continuation can tell apart
are merged, and the rest are ordered by "is at least as good in every continuation".

A table word of class c holds the best value over all arrangements that are *at least* c.  Class 0 is therefore
"any arrangement".  For the ordinary rules (one pure, two sequences) four classes come out:
anything, a sequence, a pure sequence, two lives.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.rules import NO_LIMIT, DeclareRules

State = tuple[int, ...]
T = TypeVar("T", bound=tuple[int, ...])


class Classes(NamedTuple):
    """The class automaton as arrays."""

    size: int  # number of classes; class 0 is any arrangement
    lives: int  # the class of arrangements that satisfy D2 and D3
    pure: int  # the class of arrangements with a pure sequence
    at_most: NDArray[np.bool_]  # shape (count, count): class a asks no more than class b
    join: NDArray[np.int64]  # shape (count, count): the class of a and b together
    pairs: NDArray[np.int64]  # shape (n, 3): class a in one suit with class b in another is at least class c
    steps: NDArray[np.int64]  # shape (m, 3): the same for a known class a, with the least b only, sorted by a
    first_step: NDArray[np.int64]  # shape (count + 1,): where the steps of each class a begin
    of_run: dict[tuple[bool, int], int]  # (pure?, length) -> class of that one sequence


def _short_lengths(rules: DeclareRules) -> range:
    """Return the lengths that can be one of two lives when the rules limit the cards of the two together (D3)."""
    if rules.lives_max_cards >= NO_LIMIT:
        return range(0)
    return range(rules.run_min, rules.lives_max_cards - rules.run_min + 1)


class _Monoid:
    """Counters of a set of sequences, capped at what the rules can distinguish."""

    def __init__(self, rules: DeclareRules) -> None:
        self.rules = rules
        self.short = list(_short_lengths(rules))
        # pure sequences, all sequences, then per short length: pure (two are enough), impure (one is enough)
        self.caps = (rules.min_pure, rules.min_sequences, *(2 for _ in self.short), *(1 for _ in self.short))
        self.zero: State = (0,) * len(self.caps)

    def one(self, *, pure: bool, length: int) -> State:
        counters = [int(pure), 1]
        counters += [int(pure and length == short) for short in self.short]
        counters += [int(not pure and length == short) for short in self.short]
        return self.add(self.zero, tuple(counters))

    def add(self, left: State, right: State) -> State:
        return tuple(min(a + b, cap) for a, b, cap in zip(left, right, self.caps, strict=True))

    def lives(self, state: State) -> bool:
        if state[0] < self.rules.min_pure or state[1] < self.rules.min_sequences:
            return False
        if self.rules.lives_max_cards >= NO_LIMIT:
            return True
        size = len(self.short)
        pure, impure = state[2 : 2 + size], state[2 + size :]
        return any(
            pure[i] and (impure[j] or pure[j] > int(i == j))
            for i, j in product(range(size), repeat=2)
            if self.short[i] + self.short[j] <= self.rules.lives_max_cards
        )

    def closure(self, generators: Iterable[State]) -> list[State]:
        generators = list(generators)
        found = {self.zero: None}
        waiting = [self.zero]
        while waiting:
            state = waiting.pop()
            for generator in generators:
                following = self.add(state, generator)
                if following not in found:
                    found[following] = None
                    waiting.append(following)
        return list(found)


def _minimal(options: Sequence[T], at_most: NDArray[np.bool_]) -> list[T]:
    """Return the options that no other option undercuts, comparing class by class."""

    def undercuts(low: T, high: T) -> bool:
        return low != high and all(at_most[a, b] for a, b in zip(low, high, strict=True))

    return [option for option in options if not any(undercuts(other, option) for other in options)]


def build_classes(rules: DeclareRules) -> Classes:
    """Return the class automaton of `rules` (D2 and D3 of the rules; a lower window bound is not modelled here)."""
    monoid = _Monoid(rules)
    lengths = [*monoid.short, (monoid.short[-1] + 1) if monoid.short else rules.run_min]
    kinds = [(pure, length) for pure in (False, True) for length in lengths]
    states = monoid.closure(monoid.one(pure=pure, length=length) for pure, length in kinds)

    def signature(state: State) -> tuple[bool, ...]:
        labels: list[bool] = []
        for continuation in states:
            total = monoid.add(state, continuation)
            labels += (monoid.lives(total), total[0] > 0)
        return tuple(labels)

    by_signature: dict[tuple[bool, ...], State] = {}
    for state in sorted(states, key=sum):
        by_signature.setdefault(signature(state), state)
    signatures = list(by_signature)
    representatives = list(by_signature.values())
    count = len(signatures)
    index = {sig: number for number, sig in enumerate(signatures)}
    at_most = np.array(
        [[all(a <= b for a, b in zip(low, high, strict=True)) for high in signatures] for low in signatures]
    )

    def class_of(state: State) -> int:
        return index[signature(state)]

    join = [[class_of(monoid.add(a, b)) for b in representatives] for a in representatives]
    pairs: list[tuple[int, int, int]] = []
    steps: list[tuple[int, int, int]] = []
    for target in range(count):
        both = [(a, b) for a, b in product(range(count), repeat=2) if at_most[target, join[a][b]]]
        pairs += [(a, b, target) for a, b in _minimal(both, at_most)]
        for own in range(count):
            single = [(b,) for b in range(count) if at_most[target, join[own][b]]]
            steps += [(own, b, target) for (b,) in _minimal(single, at_most)]

    def least(label: int) -> int:
        """The class of exactly those arrangements that carry the label already."""
        own = [number for number, sig in enumerate(signatures) if sig[label]]
        return next(c for c in own if all(at_most[c, other] for other in own))

    zero_label = 2 * states.index(monoid.zero)
    return Classes(
        size=count,
        lives=least(zero_label),
        pure=least(zero_label + 1),
        at_most=at_most,
        join=np.array(join, dtype=np.int64),
        pairs=np.array(pairs, dtype=np.int64),
        steps=np.array(sorted(steps), dtype=np.int64),
        first_step=np.searchsorted([own for own, _, _ in sorted(steps)], np.arange(count + 1)).astype(np.int64),
        of_run={
            (pure, length): class_of(monoid.one(pure=pure, length=length))
            for pure, length in product((False, True), range(rules.run_min, 14))
        },
    )
