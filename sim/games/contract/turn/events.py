"""Moves of a contract game as events of a deal log, without their seat."""

from collections import Counter
from collections.abc import Iterator, Sequence

from meldlab.sim.common.notation import format_card
from meldlab.sim.games.contract.turn.layoff import Move, Result, State
from meldlab.sim.games.contract.turn.table import TableMeld

Event = dict[str, object]


def named_melds(table: Sequence[TableMeld]) -> Iterator[tuple[str, TableMeld]]:
    """Yield each meld of a table with its id: the owner, a point, and its number among the owner's melds."""
    seen: Counter[int] = Counter()
    for meld in table:
        yield f"{meld.owner}.{seen[meld.owner]}", meld
        seen[meld.owner] += 1


def down_event(
    names: Sequence[str], melds: Sequence[Sequence[int]], stands_for: Sequence[Sequence[str] | None]
) -> Event:
    """Return the event of going down; `stands_for` holds a card for each cell of a run, None for a set."""
    rows: list[Event] = []
    for name, cards, cells in zip(names, melds, stands_for, strict=True):
        row: Event = {"id": name, "kind": "T" if cells is None else "E", "cards": [format_card(card) for card in cards]}
        rows.append(row if cells is None else row | {"as": list(cells)})
    return {"act": "down", "melds": rows}


def events_of(result: Result, names: Sequence[str]) -> tuple[Event, ...]:
    """Return the lay-offs, swaps and moves of a result; `names` are the ids of its melds, sets first."""
    return tuple(_event(state, move, names) for state, move in result.moves)


def _event(state: State, move: Move, names: Sequence[str]) -> Event:
    card, sets = format_card(move.card), len(state.sets)
    if move.act == "layoff":
        event: Event = {"act": "layoff", "card": card, "meld": names[move.meld]}
        return event if move.meld < sets else event | _end(state, move.meld - sets, left=move.left)
    goes_to: Event = {"to": None, "end": None, "as": None}  # the joker goes to the hand
    if move.to >= 0:
        goes_to = {"to": names[move.to], **_end(state, move.to - sets, left=move.left)}
    if move.act == "swap":
        return {"act": "swap", "card": card, "meld": names[move.meld], "cell": move.cell, **goes_to}
    return {"act": "move", "meld": names[move.meld], "from_end": "left" if move.from_left else "right", **goes_to}


def _end(state: State, place: int, *, left: bool) -> Event:
    # Placing a natural first, or taking a joker from the other end, changes nothing about this end's next cell.
    run = state.runs[place]
    return {"end": "left" if left else "right", "as": format_card(run.card(-1 if left else run.length))}
