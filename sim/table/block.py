"""A block of deals played together, and what came of them: the words that games, drivers and logs share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.packs import shuffle_packs
from meldlab.kernels.cards.stream import Stream, lane_states

#: Deals of a chunk, as in simulations: deal d is lane d % CHUNK_DEALS of chunk d // CHUNK_DEALS.
CHUNK_DEALS = 2**20
#: The most deals of any run.
MOST_DEALS = 10**12
#: Random states kept apart for the seats of a deal; no game seats more.
SEAT_LANES = 8


class Strategy(Protocol):
    """Whoever decides for a seat; each game says by which methods it is asked."""

    @property
    def name(self) -> str:
        """The strategy as it is written on the command line, numbers included."""
        ...


#: What an outcome of a seat tells of one deal: an amount, such as points; how often something came; whether it did;
#: an amount that is either nothing or all that it can be (`most`), such as a bonus.
Kind = Literal["amount", "count", "share", "either"]


class SeatColumn(NamedTuple):
    """One whole-number outcome of a deal, or of each seat of it."""

    name: str
    sentence: str
    of_seat: bool  # shape (deals, players), else (deals,)
    kind: Kind = "amount"  # says which interval its mean has
    labels: tuple[str, ...] = ()  # what the values 0, 1, ... are called, where they are no quantity
    scale: int = 1  # so many make one: halves are counted as whole numbers
    absent: int | None = None  # the value that says "never": no part of a mean
    coded: bool = False  # values are names, not amounts: no mean is told
    told: str = ""  # what its mean is called, where that is not the name
    least: int | None = None  # no value that counts for the mean is less, where that is known
    most: int | None = None  # none is more

    @property
    def title(self) -> str:
        """What the outcome is called where it is told as a quantity, halves and all."""
        return self.told or self.name.removesuffix(f"_x{self.scale}")

    @property
    def range(self) -> tuple[float | None, float | None]:
        """The least and the most that its mean can be, None where nobody knows."""
        least, most = (None if end is None else end / self.scale for end in (self.least, self.most))
        return least, most


@dataclass(frozen=True)
class Layout:
    """A deal laid out by hand, or read from a log.

    Attributes
    ----------
    hands : tuple of tuple of int
        Card numbers, a seat each.
    upcard : int or None
    stock : tuple of int
        The next card to be drawn first.
    wild_card : int or None
        The cut card, where the game has one.
    shuffles : tuple of tuple of int
        What each shuffle of the deal gives, in the order of their use; shuffles beyond them are random.
    """

    hands: tuple[tuple[int, ...], ...]
    upcard: int | None
    stock: tuple[int, ...]
    wild_card: int | None = None
    shuffles: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Block:
    """Which deals are played, and by whom.

    Attributes
    ----------
    seed : int
    first_deal, deals : int
        The deals ``first_deal, ..., first_deal + deals - 1``, all in one chunk.
    strategies : tuple of Strategy
        One a seat.
    log : bool
        Whether the deals are recorded event by event.
    layouts : tuple of Layout
        Deals laid out by hand, one for each of `deals`; none: the packs of the seed are dealt.
    """

    seed: int
    first_deal: int
    deals: int
    strategies: tuple[Strategy, ...]
    log: bool = False
    layouts: tuple[Layout, ...] = ()

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.strategies)

    @property
    def chunk(self) -> int:
        """The chunk that holds these deals."""
        return self.first_deal // CHUNK_DEALS

    @property
    def lane(self) -> int:
        """The place of the first deal in its chunk."""
        return self.first_deal % CHUNK_DEALS

    def packs(self, *, decks: int, printed_jokers: int) -> NDArray[np.uint8]:
        """Return the shuffled packs, shape (deals, cards), in the order of dealing."""
        return shuffle_packs(
            self.seed, self.chunk, self.deals, decks=decks, printed_jokers=printed_jokers, first_deal=self.lane
        )

    def shuffle_states(self) -> NDArray[np.uint64]:
        """Return random states for everything shuffled after the deal, shape (4, deals)."""
        return lane_states(self.seed, Stream.RESHUFFLES, self.chunk, self.deals, first_lane=self.lane)

    def seat_states(self) -> NDArray[np.uint64]:
        """Return a random state for each seat of each deal, shape (4, deals, players).

        It is the seat's own, whoever sits there: the line of a deal is one of seed, deal and strategies alone.
        """
        lanes = lane_states(
            self.seed, Stream.SEATS, self.chunk, self.deals * SEAT_LANES, first_lane=self.lane * SEAT_LANES
        )
        return np.ascontiguousarray(lanes.reshape(4, self.deals, SEAT_LANES)[:, :, : self.players])


@dataclass(frozen=True)
class Played:
    """What came of a block.

    Attributes
    ----------
    columns : mapping of name to array
        Whole numbers: shape (deals,), or (deals, players) for outcomes of a seat.
    logs : tuple of dict
        With a log: each deal's fields of the deal-log format that the game itself knows.
    """

    columns: Mapping[str, NDArray[np.int64]]
    logs: tuple[dict[str, Any], ...] = field(default=())


class Game(Protocol):
    """A game whose deals can be played."""

    @property
    def columns(self) -> tuple[SeatColumn, ...]:
        """The outcomes of `play`."""
        ...

    def prepare(self) -> None:
        """Compile and build tables; may be slow."""
        ...

    def play(self, block: Block) -> Played:
        """Return what came of the deals of `block`; no deal depends on the others of its block."""
        ...
