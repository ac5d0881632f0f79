"""What is dealt: the pack, the size of a hand and the cut card that fixes the wild rank.

A cut card is described by its *kind* (see `cards`), because copies of a card cannot be told apart: which deck
the cut card came from changes no probability.  All ways to cut are then one formula, which the dealing kernels
compute without a branch: draw u uniformly from 0, ..., cut_choices - 1, and the cut card is of kind
``min(cut_first + cut_step * u, 52)``.
"""

from enum import IntEnum
from typing import NamedTuple

from meldlab.kernels.cards.cards import JOKER, MAX_COPIES, NATURALS, RANKS, SUITS

MAX_PRINTED_JOKERS = 4
MAX_HAND = 26


class Cut(IntEnum):
    """How the wild rank of a deal is found."""

    NONE = 0  # no wild rank
    REDRAW = 1  # a printed joker is put back and the cut repeated
    ACES = 2  # a printed joker makes the aces wild


class DealRules(NamedTuple):
    """The numbers the dealing kernels read; made by `deal_rules`, which also checks them."""

    decks: int
    printed_jokers: int  # in each deck
    hand_size: int
    has_wild_rank: int  # 0 or 1
    cut_first: int
    cut_step: int
    cut_choices: int
    cut_out_of_play: int  # 0 or 1

    @property
    def pack_size(self) -> int:
        """Cards of the whole pack, the cut card included."""
        return self.decks * (NATURALS + self.printed_jokers)


def deal_rules(
    *,
    decks: int,
    printed_jokers: int,
    hand_size: int = 13,
    cut: Cut = Cut.NONE,
    wild_rank: int | None = None,
    wild_card: int | None = None,
    cut_in_play: bool = False,
) -> DealRules:
    """Return the numbers for one way of dealing.

    Implements "a card drawn from the full pack fixes the wild rank" (Indian rummy, 4.1): every hand is a uniform
    subset of the cards that are in play.

    Parameters
    ----------
    decks
        52-card decks, 1 to 3.
    printed_jokers
        Printed jokers in each deck, 0 to 4.
    hand_size
        Cards in a hand, 1 to 26.
    cut
        How the wild rank is found.
    wild_rank
        Keep to deals with this wild rank (0..12).  The cut card is then any card that would give it, each with
        its own probability: the four suits, and with `Cut.ACES` for rank A also the printed jokers.
    wild_card
        Keep to deals with this cut card (kind 0..51; 52 only with `Cut.ACES`).
    cut_in_play
        Whether the cut card goes back and may be dealt.

    Raises
    ------
    ValueError
        When a number is outside its range or the arguments contradict each other.
    """
    _check_range("decks", decks, 1, MAX_COPIES)
    _check_range("printed_jokers", printed_jokers, 0, MAX_PRINTED_JOKERS)
    _check_range("hand_size", hand_size, 1, MAX_HAND)
    if cut == Cut.NONE:
        if wild_rank is not None or wild_card is not None:
            raise ValueError("a deal without a cut has no wild rank or wild card to keep to")
        return DealRules(decks, printed_jokers, hand_size, 0, JOKER, 0, 1, 0)
    first, step, choices = _cut_numbers(cut, printed_jokers, wild_rank, wild_card)
    return DealRules(decks, printed_jokers, hand_size, 1, first, step, choices, 0 if cut_in_play else 1)


def _cut_numbers(cut: Cut, printed_jokers: int, wild_rank: int | None, wild_card: int | None) -> tuple[int, int, int]:
    if wild_rank is not None and wild_card is not None:
        raise ValueError("keep to a wild rank or to a cut card, not to both")
    jokers_to_cut = printed_jokers if cut == Cut.ACES else 0
    if wild_card is not None:
        _check_range("wild_card", wild_card, 0, JOKER if jokers_to_cut else JOKER - 1)
        return wild_card, 0, 1
    if wild_rank is not None:
        _check_range("wild_rank", wild_rank, 0, RANKS - 1)
        # For the aces the next steps of the same ladder lead to 52, the printed jokers: 0, 13, 26, 39, 52, 52, ...
        return wild_rank, RANKS, SUITS + (jokers_to_cut if wild_rank == 0 else 0)
    return 0, 1, NATURALS + jokers_to_cut


def _check_range(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} must be {low} to {high}, not {value}")
