"""Deals as they were read, and a block of them as arrays of card numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS, RANKS
from meldlab.sim.audit.statistics.pack import Pack
from meldlab.sim.common.errors import NotationError, RunError
from meldlab.sim.common.notation import RANKS as RANK_LETTERS
from meldlab.sim.common.notation import SUITS as SUIT_LETTERS
from meldlab.sim.common.notation import parse_cards

#: Seats of a table.
MOST_SEATS = 10
#: Stands where there is no card.
EMPTY = 255

_SYMBOLS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"})
_UPPER = bytes(ord(chr(code).upper()) if code < 128 else code for code in range(256))
_BETWEEN_CARDS = b" ,\t\r\v\f"
_NEW_LINE = 10


@dataclass(frozen=True)
class ReadDeal:
    """One deal as text; `line` is where it stands.

    Attributes
    ----------
    hands : tuple of (seat, cards)
    stock : str or None
        None where the log does not tell the stock.
    wild_card, wild_rank : int or None
        The cut card, or only its rank.
    contract : str or None
        The contract that the hands were dealt for, where the log tells one.
    players : int or None
        Players at the table, where the log tells them.
    origin : int
        A 64-bit hash of seed and number of the deal; 0 where the log does not tell them.
    """

    line: int
    hands: tuple[tuple[int, str], ...]
    upcard: str = ""
    stock: str | None = None
    wild_card: int | None = None
    wild_rank: int | None = None
    contract: str | None = None
    players: int | None = None
    origin: int = 0


@dataclass(frozen=True, eq=False)
class Deals:
    """A block of deals.

    Attributes
    ----------
    hands : uint8, shape (deals, 10, 53)
        Copies of each card in each hand; seats without a hand hold nothing.
    order : uint8, shape (deals, 10, cards)
        The same hands in the order of the log, 255 behind the last card.
    sizes : int64, shape (deals, 10)
    upcards : uint8, shape (deals,)
        255 where no card is turned up.
    stock : uint8, shape (deals, cards)
        255 behind the last card.
    stock_sizes : int64, shape (deals,)
        -1 where the log does not tell the stock.
    cases : int64, shape (deals,)
        What is known of the cut (see `pack`).
    wild_ranks : int64, shape (deals,)
        -1 where it is not known, or there is none.
    dealt : int64, shape (deals,)
        Cards that the rules deal to each hand; -1 where that depends on a contract that is not told.
    lines : int64, shape (deals,)
    origins : uint64, shape (deals,)
        Hashes of seed and number of each deal, 0 where they are not told.
    """

    hands: NDArray[np.uint8]
    order: NDArray[np.uint8]
    sizes: NDArray[np.int64]
    upcards: NDArray[np.uint8]
    stock: NDArray[np.uint8]
    stock_sizes: NDArray[np.int64]
    cases: NDArray[np.int64]
    wild_ranks: NDArray[np.int64]
    dealt: NDArray[np.int64]
    lines: NDArray[np.int64]
    origins: NDArray[np.uint64]

    @classmethod
    def of(cls, deals: Sequence[ReadDeal], pack: Pack, dealt: Sequence[int]) -> "Deals":
        """Return the deals as arrays; `dealt` are the cards of a hand by the rules, deal by deal.

        Raises
        ------
        RunError
            Something is no card, or a hand or stock holds more cards than the pack; names the line.
        """
        number = len(deals)
        seats = [(place, seat) for place, deal in enumerate(deals) for seat, _ in deal.hands]
        cards, sizes = read_cards([text for deal in deals for _, text in deal.hands], deals, least=1)
        _check_sizes(sizes, [deals[place].line for place, _ in seats], pack, what="hand")
        where = np.array(seats, dtype=np.int64).reshape(-1, 2)
        rows = where[:, 0] * MOST_SEATS + where[:, 1]
        order = np.full((number * MOST_SEATS, int(sizes.max(initial=1))), EMPTY, dtype=np.uint8)
        order[np.repeat(rows, sizes), _places(sizes)] = cards
        counts = np.bincount(np.repeat(rows, sizes) * KINDS + cards, minlength=number * MOST_SEATS * KINDS)
        all_sizes = np.zeros(number * MOST_SEATS, dtype=np.int64)
        all_sizes[rows] = sizes

        up, up_sizes = read_cards([deal.upcard for deal in deals], deals, least=0)
        if up_sizes.max(initial=0) > 1:
            raise RunError("more than one card is turned up", where=f"line {deals[int(up_sizes.argmax())].line}")
        upcards = np.full(number, EMPTY, dtype=np.uint8)
        upcards[up_sizes == 1] = up

        stock_cards, stock_sizes = read_cards([deal.stock or "" for deal in deals], deals, least=0)
        _check_sizes(stock_sizes, [deal.line for deal in deals], pack, what="stock")
        stock = np.full((number, int(stock_sizes.max(initial=0))), EMPTY, dtype=np.uint8)
        stock[np.repeat(np.arange(number), stock_sizes), _places(stock_sizes)] = stock_cards
        told = np.array([deal.stock is not None for deal in deals], dtype=np.bool_)
        return cls(
            np.minimum(counts, EMPTY).astype(np.uint8).reshape(number, MOST_SEATS, KINDS),
            order.reshape(number, MOST_SEATS, -1),
            all_sizes.reshape(number, MOST_SEATS),
            upcards,
            stock,
            np.where(told, stock_sizes, -1),
            np.array([pack.case_of(deal.wild_card, deal.wild_rank) for deal in deals], dtype=np.int64),
            np.array([-1 if deal.wild_rank is None else deal.wild_rank for deal in deals], dtype=np.int64),
            np.array(dealt, dtype=np.int64),
            np.array([deal.line for deal in deals], dtype=np.int64),
            np.array([deal.origin for deal in deals], dtype=np.uint64),
        )

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.lines)

    def held(self) -> "Held":
        """Return all hands that hold cards."""
        rows, seats = np.nonzero(self.sizes > 0)
        return Held(rows, seats, self.sizes[rows, seats], self.hands[rows, seats], self.wild_ranks[rows])


class Held(NamedTuple):
    """Hands of a block: their deals (numbers within the block), seats, sizes, copies of cards, wild ranks."""

    rows: NDArray[np.int64]
    seats: NDArray[np.int64]
    sizes: NDArray[np.int64]
    counts: NDArray[np.uint8]
    wild_ranks: NDArray[np.int64]

    def where(self, chosen: NDArray[np.bool_]) -> "Held":
        """Return some of these hands."""
        return Held._make(each[chosen] for each in self)


def read_cards(
    texts: Sequence[str], deals: Sequence[ReadDeal], *, least: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return all cards of the texts in a row, and how many each text holds.

    Raises
    ------
    RunError
        A text holds something else, or fewer than `least` cards; names the line of its deal.
    """
    found = _decoded(texts)
    if found is not None and (found[1] >= least).all():
        return found
    lines = [deal.line for deal in deals for _ in (deal.hands if least else (0,))]
    cards: list[int] = []
    sizes: list[int] = []
    for text, line in zip(texts, lines, strict=True):
        try:
            held = parse_cards(text) if text or least else ()
        except NotationError as error:
            raise RunError(error.what, where=f"line {line}, {error.where}", allowed=error.allowed) from error
        cards += held
        sizes.append(len(held))
    return np.array(cards, dtype=np.uint8), np.array(sizes, dtype=np.int64)


def _decoded(texts: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]] | None:
    """Return what `read_cards` does, all texts at once; None when one of them is no row of cards."""
    if not texts:
        return np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.int64)
    joined = "\n".join(texts)
    if not joined.isascii():
        joined = joined.translate(_SYMBOLS)
        if not joined.isascii():
            return None
    data = joined.encode().replace(b"10", b"T").replace(b"*", b"JK").translate(_UPPER, _BETWEEN_CARDS)
    letters = np.frombuffer(data, dtype=np.uint8)
    ends = np.flatnonzero(letters == _NEW_LINE)
    if len(ends) != len(texts) - 1:
        return None
    borders = np.concatenate([[-1], ends, [len(letters)]])
    lengths = np.diff(borders) - 1
    if (lengths % 2).any():
        return None
    pairs = letters[letters != _NEW_LINE].reshape(-1, 2).astype(np.int64)
    cards = _NUMBERS[pairs[:, 0] << 8 | pairs[:, 1]]
    return None if (cards == EMPTY).any() else (cards, lengths // 2)


def _numbers() -> NDArray[np.uint8]:
    """Return the card of every pair of letters, 255 where there is none."""
    table = np.full(1 << 16, EMPTY, dtype=np.uint8)
    for suit, letter in enumerate(SUIT_LETTERS):
        for rank, digit in enumerate(RANK_LETTERS):
            table[ord(digit) << 8 | ord(letter)] = suit * RANKS + rank
    table[ord("J") << 8 | ord("K")] = KINDS - 1
    table.setflags(write=False)
    return table


_NUMBERS = _numbers()


def _places(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return 0, 1, ... for each of the rows of these sizes, one row after the other."""
    starts = np.cumsum(sizes) - sizes
    found: NDArray[np.int64] = np.arange(int(sizes.sum())) - np.repeat(starts, sizes)
    return found


def _check_sizes(sizes: NDArray[np.int64], lines: Sequence[int], pack: Pack, *, what: str) -> None:
    # A card or two too many is a finding about the deal; much more is no deal of this pack at all.
    most = pack.size + 2
    if sizes.size and int(sizes.max()) > most:
        place = int(sizes.argmax())
        raise RunError(
            f"a {what} of {int(sizes[place])} cards",
            where=f"line {lines[place]}",
            allowed=f"the cards of a pack of {pack.size}",
            remedy="Are --players, --decks and the game those of the log?",
        )
