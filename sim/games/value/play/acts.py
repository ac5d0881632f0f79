"""Acts of a `value` game in the words of the deal log, and as the rows of numbers that the loop carries out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.rules import rank_of
from meldlab.kernels.value.table import state
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.notation import RANKS, format_card
from meldlab.sim.table.card_texts import card_of, card_texts


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


class OnTable(NamedTuple):
    """A meld as it lies: kind, rank or suit, cells."""

    kind: int
    which: int
    cells: Sequence[int]

    def texts(self) -> tuple[list[str], list[str]]:
        """Return the cards in the cells (a set's naturals first, a run's from low to high) and what they stand for."""
        if self.kind == state.SET:
            suits = [suit for suit in range(state.SUITS) for _ in range(self.cells[suit])]
            naturals = card_texts(state.natural_at(suit, self.which) for suit in suits)
            wilds = wild_texts(self.cells[state.SUITS :])
            return [*naturals, *wilds], [*naturals, *[RANKS[rank_of(self.which)]] * len(wilds)]
        lying = {state.natural_at(self.which, place): cell for place, cell in enumerate(self.cells) if cell}
        cards = [card if cell == state.NATURAL else state.wild_card(cell - state.WILD) for card, cell in lying.items()]
        return card_texts(cards), card_texts(lying)


def meld_at(public: state.Public, table: int, side: int, slot: int) -> OnTable:
    """Return a meld of a side as it lies."""
    kind, which = int(public.kind[table, side, slot]), int(public.which[table, side, slot])
    return OnTable(kind, which, public.cells[table, side, slot].tolist())


def wild_texts(counts: Sequence[int]) -> list[str]:
    """Return so many wild cards of each kind as text."""
    return card_texts(state.wild_card(wild) for wild in range(state.WILDS) for _ in range(counts[wild]))


def moves_of(suit: int, before: Sequence[int], after: Sequence[int]) -> list[dict[str, str]]:
    """Return which wild cards of a run change their places from the cells `before` to those `after`."""
    moves = []
    for wild in range(state.WILDS):
        content = state.WILD + wild
        old = [place for place in range(state.CELLS) if before[place] == content != after[place]]
        new = [place for place in range(state.CELLS) if after[place] == content != before[place]]
        for source, target in zip(old, new, strict=True):
            places = card_texts([state.natural_at(suit, source), state.natural_at(suit, target)])
            moves.append({"card": format_card(state.wild_card(wild)), "from": places[0], "to": places[1]})
    return moves


def event_of(action: Sequence[int], side: int, slot: int, meld: OnTable) -> dict[str, Any]:
    """Return an act on melds as an event without its seat; `meld` as it lay before the act, at number `slot`."""
    act, name, cells = action[state.ACT], f"{side}.{slot}", action[state.CELL :]
    if act == state.RESCUE:
        wild = meld.cells[action[state.WHERE]] - state.WILD if meld.kind == state.RUN else action[state.WHERE]
        card, freed = card_texts((action[state.CARD], state.wild_card(wild)))
        return {"act": "rescue", "meld": name, "card": card, "wild": freed}
    laid = cells if meld.kind == state.SET else [max(0, content - state.FROM_HAND) for content in cells]
    cards, stands_for = meld._replace(cells=laid).texts()
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
        naturals = [card for card in map(card_of, action.cards) if state.wild_of(card) < 0]
        if not naturals or action.kind not in ("set", "run"):
            raise RunError("a meld without a natural card, or of no kind", where="expose", allowed="set, run")
        kind = state.SET if action.kind == "set" else state.RUN
        which = state.place_of_card(naturals[0]) if kind == state.SET else naturals[0] // 13
        meld = OnTable(kind, which, [0] * state.CELLS)
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
        row[state.CARD] = card = card_of(action.card)
        row[state.WHERE] = state.place_of_card(card) if meld.kind == state.RUN else state.wild_of(card_of(action.wild))
    elif meld.kind == state.SET:
        for card in map(card_of, action.cards):
            wild = state.wild_of(card)
            if wild < 0 and state.place_of_card(card) != meld.which:
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
        cells[state.place_of_card(card_of(source))] = 0
    moved = [(text, target, 0) for text, _, target in action.moves]
    laid = [(text, name, state.FROM_HAND) for text, name in zip(action.cards, action.stands_for, strict=True)]
    for text, name, origin in [*moved, *laid]:
        card, place = card_of(text), card_of(name)
        if state.wild_of(place) >= 0 or place // 13 != meld.which or cells[state.place_of_card(place)]:
            raise RunError(f"{name} is no free place of the run", where=action.act)
        wild = state.wild_of(card)
        if origin and wild < 0 and card != place:
            raise RunError(f"{text} cannot stand for {name}", where=action.act)
        content = state.NATURAL if origin and wild < 0 else state.WILD + wild
        cells[state.place_of_card(place)] = origin + content
    return cells
