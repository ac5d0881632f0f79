"""Every way to go down with the shortest melds of a contract; longer ones follow by laying off on them."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.rules import JOKER, RANKS, SUITS, ContractRules
from meldlab.kernels.contract.shapes import run_shapes, run_windows
from meldlab.sim.games.contract.turn.table import NO_RANK, MeldLimits, RunMeld, SetMeld


class LayDown(NamedTuple):
    """Melds laid when going down, and the hand after it."""

    hand: tuple[int, ...]  # copies of each card, 53 numbers
    sets: tuple[SetMeld, ...]
    set_cards: tuple[tuple[int, ...], ...]
    runs: tuple[RunMeld, ...]


class _Template(NamedTuple):
    cards: NDArray[np.int64]  # copies of each card it takes, shape (53,)
    meld: SetMeld | RunMeld


def lay_downs(hand: NDArray[np.int64], sets: int, runs: int, rules: ContractRules) -> Iterator[LayDown]:
    """Yield every lay-down of `sets` sets and `runs` runs, each of the shortest melds that rules and hand allow.

    Parameters
    ----------
    hand : int64, shape (53,)
        Copies of each card.
    sets, runs : int
    rules : ContractRules
    """
    run_templates = list(_run_templates(hand, rules)) if runs else []
    set_templates = list(_set_templates(hand, rules)) if sets else []
    for run_melds, left in _chosen(run_templates, hand, runs):
        for set_melds, rest in _chosen(set_templates, left, sets):
            yield LayDown(
                hand=tuple(rest.tolist()),
                sets=tuple(one.meld for one in set_melds if isinstance(one.meld, SetMeld)),
                set_cards=tuple(tuple(np.repeat(np.arange(JOKER + 1), one.cards).tolist()) for one in set_melds),
                runs=tuple(one.meld for one in run_melds if isinstance(one.meld, RunMeld)),
            )


def grown(laid: LayDown, limits: MeldLimits) -> Iterator[LayDown]:
    """Yield the lay-downs with one card more in one of the melds."""
    for card, copies in enumerate(laid.hand):
        if not copies:
            continue
        hand = (*laid.hand[:card], copies - 1, *laid.hand[card + 1 :])
        for place, meld in enumerate(laid.sets):
            longer = limits.grown_set(meld, card)
            if longer is not None:
                cards = tuple(sorted((*laid.set_cards[place], card)))
                yield laid._replace(
                    hand=hand,
                    sets=(*laid.sets[:place], longer, *laid.sets[place + 1 :]),
                    set_cards=(*laid.set_cards[:place], cards, *laid.set_cards[place + 1 :]),
                )
        for place, run in enumerate(laid.runs):
            for left in (True, False):
                if card in (JOKER, run.card(-1 if left else run.length)):
                    extended = limits.grown_run(run, left=left, joker=card == JOKER)
                    if extended is not None:
                        runs = (*laid.runs[:place], extended, *laid.runs[place + 1 :])
                        yield laid._replace(hand=hand, runs=runs)


def _chosen(
    templates: list[_Template], hand: NDArray[np.int64], wanted: int, first: int = 0
) -> Iterator[tuple[tuple[_Template, ...], NDArray[np.int64]]]:
    if wanted == 0:
        yield (), hand
        return
    for place in range(first, len(templates)):
        left = hand - templates[place].cards
        if left.min() >= 0:
            for others, rest in _chosen(templates, left, wanted - 1, place):
                yield (templates[place], *others), rest


def _run_templates(hand: NDArray[np.int64], rules: ContractRules) -> Iterator[_Template]:
    shapes = run_shapes(rules, jokers=int(hand[JOKER]))
    for place, span in run_windows(rules, shapes).tolist():
        for length, jokers, used in shapes.tolist():
            if length != span:
                continue
            for suit in range(SUITS):
                cards = np.zeros(JOKER + 1, dtype=np.int64)
                cards[JOKER] = used
                for cell in range(length):
                    if not jokers >> cell & 1:
                        cards[suit * RANKS + (place + cell) % RANKS] += 1
                if np.all(cards <= hand):
                    yield _Template(cards, RunMeld(suit, place, length, jokers))


def _set_templates(hand: NDArray[np.int64], rules: ContractRules) -> Iterator[_Template]:
    size = rules.set_min
    for rank in range(RANKS):
        copies = hand[rank:JOKER:RANKS]
        most = [min(int(number), 1) if rules.set_distinct_suits else int(number) for number in copies]
        for taken in product(*(range(number + 1) for number in most)):
            naturals = sum(taken)
            jokers = size - naturals
            if naturals == 0 or not max(rules.set_least_naturals, 1) <= naturals <= size or jokers > hand[JOKER]:
                continue
            cards = np.zeros(JOKER + 1, dtype=np.int64)
            cards[rank:JOKER:RANKS] = taken
            cards[JOKER] = jokers
            suits = sum(1 << suit for suit, number in enumerate(taken) if number)
            yield _Template(cards, SetMeld(rank, size, jokers, suits))
    if rules.set_least_naturals == 0 and hand[JOKER] >= size:
        cards = np.zeros(JOKER + 1, dtype=np.int64)
        cards[JOKER] = size
        yield _Template(cards, SetMeld(NO_RANK, size, size, 0))
