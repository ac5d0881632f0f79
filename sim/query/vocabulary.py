"""What may be asked about the hands of a ruleset: features with their bounds, and specials by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from meldlab.sim.query.query import Query

RANKS = "A23456789TJQK"
SUITS = "SHDC"
ANY = "any"
WINDOW = "naturals_within"  # most different naturals of a suit among so many consecutive places
CONTRACT = "lays"  # a contract by its letters can be laid
_SUIT_SYMBOLS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


@dataclass(frozen=True)
class Argument:
    """What stands in the parentheses of a feature.

    Attributes
    ----------
    sentence : str
        What is allowed, for people.
    example : str
    read : callable
        Returns the argument in its one spelling, None if it is none.
    """

    sentence: str
    example: str
    read: Callable[[str], str | None]


def _read_ranks(text: str) -> str | None:
    ranks = text.upper().replace("10", "T").replace(" ", "").replace(",", "")
    if not ranks or any(rank not in RANKS for rank in ranks):
        return None
    return "".join(sorted(set(ranks), key=RANKS.index))


def _read_ranks_or_any(text: str) -> str | None:
    return ANY if text.strip().lower() == ANY else _read_ranks(text)


def _read_suit(text: str) -> str | None:
    suit = _SUIT_SYMBOLS.get(text, text.upper())
    return suit if len(suit) == 1 and suit in SUITS else None


RANK_LIST = Argument("ranks A 2 3 4 5 6 7 8 9 T (or 10) J Q K, one or more", "JQK", _read_ranks)
RANK_LIST_OR_ANY = Argument("ranks A 2 3 4 5 6 7 8 9 T (or 10) J Q K, one or more, or any", "JQK", _read_ranks_or_any)
SUIT = Argument("one of the suits S H D C", "H", _read_suit)


@dataclass(frozen=True)
class Entry:
    """A feature or a special.

    Attributes
    ----------
    name, sentence : str
    minimum, maximum : int
        Bounds of a feature among the hands asked about; 0 and 1 where a hand has it or not.
    reach : int or None
        Its most among all hands that the whole pack can make up, where that is more than `maximum`: a number above
        is a slip.
    may_be_missing : bool
        Whether some hand may have no such number at all, and then exceeds every limit.
    refused : str or None
        Which hands it can be asked of, where those asked about are others.
    argument : Argument or None
    meaning : Query or None
        What a special stands for.
    special : bool
        Whether it is one of the game's own, for a sheet of them all.
    """

    name: str
    sentence: str
    minimum: int = 0
    maximum: int = 1
    argument: Argument | None = None
    meaning: Query | None = None
    special: bool = False
    reach: int | None = None
    may_be_missing: bool = False
    refused: str | None = None

    @property
    def most(self) -> int:
        """The greatest number that it makes sense to compare with."""
        return self.maximum if self.reach is None else max(self.maximum, self.reach)

    @property
    def yes_or_no(self) -> bool:
        """Whether a hand has it or not: it may stand alone, without a comparison."""
        return self.meaning is not None or (self.minimum, self.most) == (0, 1)


@dataclass(frozen=True)
class Vocabulary:
    """All entries by name, features first.

    Attributes
    ----------
    known : tuple of Entry
    noun : str
        What an entry is called where a name is unknown.
    elsewhere : mapping
        Names that are known, but not to be asked here: what to do instead.
    """

    known: tuple[Entry, ...] = field(default=())
    noun: str = "feature"
    elsewhere: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """The entries by name."""
        return {entry.name: entry for entry in self.known}

    def with_entries(self, *more: Entry) -> "Vocabulary":
        """Return a vocabulary with further entries; one that has the name of another takes its place."""
        return replace(self, known=tuple({**self.entries, **{entry.name: entry for entry in more}}.values()))
