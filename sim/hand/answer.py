"""What the answers about one hand have in common, whatever the game is played for."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import ClassVar, Generic, TypedDict, TypeVar

from meldlab.sim.common.notation import format_card, format_cards
from meldlab.sim.hand.advice import Discard

D = TypeVar("D", bound=Discard)


class Provenance(TypedDict):
    """What every answer belongs to, in the order of the JSON."""

    ruleset: str
    decks: int
    wild: str | None
    rules_sha256: str


@dataclass(frozen=True, kw_only=True)
class HandAnswer(ABC):
    """The analysis of one hand: figures, arrangement and reasons; each family adds its own.

    Attributes
    ----------
    objective : str
        What the hand was arranged for: ``declare``, ``deadwood``, ...
    ruleset : str
        Name of the rules.
    cards : tuple of int
        The hand as given.
    decks : int
        Decks of the pack.
    wild : str or None
        The wild rank, or the cut card where it was given.
    rules_sha256 : str
        The identity of the rules.
    reasons : tuple of str
        Why, in sentences.
    """

    objective: ClassVar[str]
    ruleset: str
    cards: tuple[int, ...]
    decks: int
    wild: str | None
    rules_sha256: str
    reasons: tuple[str, ...]

    @abstractmethod
    def to_dict(self) -> dict[str, object]:
        """Return the answer as the JSON of the command line."""

    def provenance(self) -> Provenance:
        """Return what the answer belongs to; the JSON of every answer ends with it."""
        return {"ruleset": self.ruleset, "decks": self.decks, "wild": self.wild, "rules_sha256": self.rules_sha256}


@dataclass(frozen=True, kw_only=True)
class DiscardedAnswer(HandAnswer, Generic[D]):
    """The analysis of a hand that may have a card too many; what it says of the hand is after the best discard.

    Attributes
    ----------
    discards : tuple
        With a card too many: every distinct discard, best first (with advice, equal ones as it ranks them). Empty
        otherwise.
    """

    discards: tuple[D, ...] = ()

    @property
    def best_discard(self) -> int | None:
        """The card to throw, for a hand with one too many."""
        return self.discards[0].card if self.discards else None

    def _html(self, verdict: str, rows: Iterable[Sequence[str]]) -> str:
        """Return the answer for a notebook: verdict, a table of groups, reasons."""
        throw = f", throw {format_card(self.discards[0].card, symbols=True)}" if self.discards else ""
        table = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        reasons = "".join(f"<li>{escape(reason)}</li>" for reason in self.reasons)
        hand = format_cards(self.cards, symbols=True)
        return f"<p><b>{hand}</b>: {verdict}{throw}</p><table>{table}</table><ul>{reasons}</ul>"
