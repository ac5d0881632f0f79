"""Cards of a table in words and back: one card, none, copies of each."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.common.errors import RunError
from meldlab.sim.common.notation import format_card, parse_cards


def card_text(card: int) -> str | None:
    """Return a card as text; None for -1, which is none."""
    return None if card < 0 else format_card(int(card))


def card_texts(cards: Iterable[int]) -> list[str]:
    """Return cards as texts, one each."""
    return [format_card(int(card)) for card in cards]


def held_cards(counts: NDArray[np.integer[Any]]) -> list[str]:
    """Return cards as texts, given the copies of each, shape (53,)."""
    return card_texts(np.repeat(np.arange(len(counts)), counts))


def card_of(text: str | None) -> int:
    """Return the one card in a text; RunError where there is none or several."""
    cards = parse_cards(text or "")
    if len(cards) != 1:
        raise RunError(f"{text!r} is not one card", where="action")
    return cards[0]
