"""Acts of a `value` game in the words of the deal log, and as the rows of numbers that the loop carries out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.rules import rank_of
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.state import natural_at, place_of_card, wild_card, wild_of
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.notation import RANKS, format_card, parse_cards


@dataclass(frozen=True)
class Action:
    """One act of a seat; the fields are those of the deal log, `stands_for` is its ``as``.

    Attributes
    ----------
    act : str
        ``draw``, ``take-pile``, ``give-up`` (with an empty stock), ``expose``, ``add``, ``move``, ``rescue``,
        ``discard``, ``close``.
    meld, kind : str or None
    cards, stands_for : tuple of str
    moves : tuple of (card, from, to)
    card, wild : str or None
    signal : bool
    """

    act: str
    meld: str | None = None
    kind: str | None = None
    cards: tuple[str, ...] = ()
    stands_for: tuple[str, ...] = ()
    moves: tuple[tuple[str, str, str], ...] = ()
    card: str | None = None
    wild: str | None = None
    signal: bool = False

    @classmethod
    def of_event(cls, event: Mapping[str, Any]) -> "Action":
        """Return the act that an event of a log tells of."""
        return cls(
            act=event["act"],
            meld=event.get("meld"),
            kind=event.get("kind"),
            cards=tuple(event.get("cards", ())),
            stands_for=tuple(event.get("as", ())),
            moves=tuple((move["card"], move["from"], move["to"]) for move in event.get("moves", ())),
            card=event.get("card"),
            wild=event.get("wild"),
            signal=bool(event.get("signal", False)),
        )


class OnTable:
    """A meld as it lies: kind, rank or suit, cells."""

    def __init__(self, kind: int, which: int, cells: Sequence[int]) -> None:
        self.kind, self.which, self.cells = kind, which, cells


def card_texts(cards: Sequence[int] | NDArray[Any]) -> list[str]:
    """Return cards as text."""
    return [format_card(int(card)) for card in cards]


def set_cards(place: int, cells: Sequence[int]) -> tuple[list[str], list[str]]:
    """Return the cards of a set's cells, naturals first, and what they stand for."""
    naturals = [natural_at(suit, place) for suit in range(state.SUITS) for _ in range(cells[suit])]
    wilds = [wild_card(wild) for wild in range(state.WILDS) for _ in range(cells[state.SUITS + wild])]
    return card_texts([*naturals, *wilds]), [*card_texts(naturals), *([RANKS[rank_of(place)]] * len(wilds))]


def run_cards(suit: int, cells: Sequence[int]) -> tuple[list[str], list[str]]:
    """Return the cards in a run's cells from low to high, and the places where they lie."""
    places = [place for place in range(state.CELLS) if cells[place]]
    cards = [
        natural_at(suit, place) if cells[place] == state.NATURAL else wild_card(cells[place] - state.WILD)
        for place in places
    ]
    return card_texts(cards), card_texts([natural_at(suit, place) for place in places])


def moves_of(suit: int, before: Sequence[int], after: Sequence[int]) -> list[dict[str, str]]:
    """Return which wild cards of a run change their places from the cells `before` to those `after`."""
    moves = []
    for wild in range(state.WILDS):
        content = state.WILD + wild
        old = [place for place in range(state.CELLS) if before[place] == content != after[place]]
        new = [place for place in range(state.CELLS) if after[place] == content != before[place]]
        for source, target in zip(old, new, strict=True):
            places = card_texts([natural_at(suit, source), natural_at(suit, target)])
            moves.append({"card": format_card(wild_card(wild)), "from": places[0], "to": places[1]})
    return moves


def event_of(action: Sequence[int], side: int, slot: int, meld: OnTable) -> dict[str, Any]:
    """Return an act on melds as an event without its seat; `meld` as it lay before the act, at number `slot`."""
    act, name, cells = action[state.ACT], f"{side}.{slot}", action[state.CELL :]
    if act == state.RESCUE:
        wild = meld.cells[action[state.WHERE]] - state.WILD if meld.kind == state.RUN else action[state.WHERE]
        return {
            "act": "rescue",
            "meld": name,
            "card": format_card(action[state.CARD]),
            "wild": format_card(wild_card(wild)),
        }
    if meld.kind == state.SET:
        cards, stands_for = set_cards(meld.which, cells)
    else:
        cards, stands_for = run_cards(meld.which, [max(0, content - state.FROM_HAND) for content in cells])
    if act == state.EXPOSE:
        kind = "set" if meld.kind == state.SET else "run"
        event = {"act": "expose", "meld": name, "kind": kind, "cards": cards, "as": stands_for}
        return {**event, "signal": True} if action[state.SIGNAL] else event
    moves = moves_of(meld.which, meld.cells, cells) if meld.kind == state.RUN else []
    if act == state.MOVE:
        return {"act": "move", "meld": name, "moves": moves}
    return {"act": "add", "meld": name, "cards": cards, "as": stands_for, **({"moves": moves} if moves else {})}


def row_of(action: Action, side: int, melds: Sequence[OnTable]) -> NDArray[np.int16]:
    """Return an act on melds as the loop reads it; `melds` are those of the side.

    Raises
    ------
    RunError
        If the act names no meld of the side or is none that can be read; whether it is legal the loop says.
    """
    row = np.zeros(state.COLUMNS, dtype=np.int16)
    if action.act == "expose":
        naturals = [card for card in map(_card, action.cards) if wild_of(card) < 0]
        if not naturals or action.kind not in ("set", "run"):
            raise RunError("a meld without a natural card, or of no kind", where="expose", allowed="set, run")
        kind = state.SET if action.kind == "set" else state.RUN
        meld = OnTable(kind, place_of_card(naturals[0]) if kind == state.SET else naturals[0] // 13, [0] * state.CELLS)
        row[state.ACT], row[state.SIGNAL] = state.EXPOSE, action.signal
    else:
        names = [f"{side}.{number}" for number in range(len(melds))]
        if action.meld not in names:
            raise RunError(f"{action.meld!r} is no meld of side {side}", where=action.act, allowed=", ".join(names))
        row[state.MELD] = names.index(action.meld)
        meld = melds[row[state.MELD]]
        row[state.ACT] = {"add": state.ADD, "move": state.MOVE, "rescue": state.RESCUE}[action.act]
    row[state.KIND], row[state.WHICH] = meld.kind, meld.which
    if action.act == "rescue":
        row[state.CARD] = _card(action.card)
        row[state.WHERE] = place_of_card(_card(action.card)) if meld.kind == state.RUN else wild_of(_card(action.wild))
    elif meld.kind == state.SET:
        for card in map(_card, action.cards):
            wild = wild_of(card)
            if wild < 0 and place_of_card(card) != meld.which:
                raise RunError(f"{format_card(card)} is of another rank than the set", where=action.act)
            row[state.CELL + (state.SUITS + wild if wild >= 0 else card // 13)] += 1
    else:
        row[state.CELL :] = _run_cells(action, meld)
    return row


def _run_cells(action: Action, meld: OnTable) -> list[int]:
    cells = list(meld.cells)
    if len(action.cards) != len(action.stands_for):
        raise RunError("cards and what they stand for differ in number", where=action.act)
    for _, source, _ in action.moves:
        cells[place_of_card(_card(source))] = 0
    moved = [(state.WILD + wild_of(_card(card)), target) for card, _, target in action.moves]
    laid = [
        (state.FROM_HAND + (state.NATURAL if wild_of(_card(card)) < 0 else state.WILD + wild_of(_card(card))), name)
        for card, name in zip(action.cards, action.stands_for, strict=True)
    ]
    for content, name in [*moved, *laid]:
        place = _card(name)
        if wild_of(place) >= 0 or place // 13 != meld.which or cells[place_of_card(place)]:
            raise RunError(f"{name} is no free place of the run", where=action.act)
        cells[place_of_card(place)] = content
    for text, name in zip(action.cards, action.stands_for, strict=True):
        if wild_of(_card(text)) < 0 and _card(text) != _card(name):
            raise RunError(f"{text} cannot stand for {name}", where=action.act)
    return cells


def _card(text: str | None) -> int:
    cards = parse_cards(text or "")
    if len(cards) != 1:
        raise RunError(f"{text!r} is not one card", where="action")
    return cards[0]
