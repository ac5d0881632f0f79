"""Cards in a terminal: suit symbols or letters, red suits red, and sentences with cards in them."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from meldlab.cli.output.output import Sink
from meldlab.sim.common.notation import PRINTED_JOKER, format_card, parse_cards

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

_RED_SUITS = (1, 2)
_VOWELS = ("A", "8")  # an ace, an eight
_CARD = re.compile(r"\b[A2-9TJQK][SHDC]\b")


class CardText:
    """Writes cards for a sink: with symbols, or with letters where it wants ASCII."""

    def __init__(self, sink: Sink) -> None:
        self._plain = sink.ascii
        self._bullet = sink.bullet

    def cards(self, cards: "Sequence[int]") -> "Text":
        """Return cards in the order given."""
        from rich.text import Text

        text = Text()
        for card in cards:
            text.append(" " if text else "")
            style = "bold magenta" if card == PRINTED_JOKER else "red" if card // 13 in _RED_SUITS else ""
            text.append(format_card(card, symbols=not self._plain), style=style)
        return text

    def hand(self, cards: "Sequence[int]") -> "Text":
        """Return cards suit by suit, each from the ace up, printed jokers last."""
        return self.cards(sorted(cards))

    def place(self, place: str) -> str:
        """Return in words what a wild card stands for: a card, or a rank."""
        if len(place) == 1:
            return f"{'an' if place in _VOWELS else 'a'} {place}"  # T as on the cards beside it
        return format_card(parse_cards(place)[0], symbols=not self._plain)

    def wilds(self, wilds: "Iterable[tuple[int, str]]") -> "Text":
        """Return wild cards, each with what it stands for."""
        from rich.text import Text

        text = Text()
        for card, place in wilds:
            text.append(", " if text else "")
            text.append_text(self.cards([card]))
            text.append(f" = {self.place(place)}")
        return text

    def sentences(self, sentences: "Sequence[str]") -> "Table":
        """Return sentences as a list, the cards in them with symbols."""
        from rich.table import Table

        grid = Table.grid(padding=(0, 1))
        for sentence in sentences:
            text = sentence if self._plain else _CARD.sub(lambda card: self.place(card[0]), sentence)
            grid.add_row(self._bullet, text)
        return grid
