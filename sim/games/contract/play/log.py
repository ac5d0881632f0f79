"""Recorded rows of a Continental deal as the events of a deal log."""

from collections.abc import Iterator, Sequence
from typing import Any

from meldlab.kernels.contract.table import state
from meldlab.sim.common.notation import format_card
from meldlab.sim.games.contract.play.actions import ENDS, laid_meld, meld_name
from meldlab.sim.games.contract.play.play_rules import ContractCourse
from meldlab.sim.table.card_texts import card_text, card_texts

Row = Sequence[int]
Event = dict[str, Any]


def deal_fields(pack: Row, rows: Sequence[Row], stocks: Sequence[Row], course: ContractCourse) -> dict[str, Any]:
    """Return the fields of a deal-log line that tell the cards and what was done with them.

    Parameters
    ----------
    pack
        Cards in the order of dealing.
    rows
        What was recorded, in order.
    stocks
        The stock after each reshuffle, next card first.
    course
        Seats, cards dealt to each, rows of melds of each.
    """
    players, dealt = course.players, course.players * course.cards
    return {
        "dealer": players - 1,
        "hands": [card_texts(pack[seat:dealt:players]) for seat in range(players)],
        "upcard": format_card(pack[dealt]),
        "stock": card_texts(pack[dealt + 1 :]),
        "events": list(_events(rows, stocks, course)),
    }


def _events(rows: Sequence[Row], stocks: Sequence[Row], course: ContractCourse) -> Iterator[Event]:
    declined: list[int] = []
    shuffled = iter(stocks)
    place = 0
    while place < len(rows):
        act, seat, *numbers = rows[place]
        place += 1
        follow = place
        while follow < len(rows) and rows[follow][0] in (state.PENALTY, state.LAYS):
            follow += 1
        more = [row[2:] for row in rows[place:follow]]
        place = follow
        if act == state.ASKED:
            declined.append(seat)
        elif act == state.RESHUFFLES:
            yield {"act": "reshuffle", "stock": card_texts(next(shuffled))}
        else:
            event = _move(act, numbers, course) if act in _MOVES else _event(act, numbers, more)
            if act == state.TAKES_CONTRA:
                event["declined"] = declined
            if act == state.GOES_DOWN:
                event["melds"] = [_meld(f"{seat}.{slot}", row) for slot, row in enumerate(more)]
            yield {"seat": seat, **event}
            declined = []


def _event(act: int, numbers: Row, more: Sequence[Row]) -> Event:
    first, second = numbers[:2]
    if act == state.DRAWS:
        return {"act": "draw", "from": "discard" if first else "stock", "card": format_card(second)}
    if act == state.TAKES_CONTRA:
        return {"act": "contra", "card": format_card(first), "penalty": [format_card(row[0]) for row in more]}
    if act == state.GOES_DOWN:
        return {"act": "down"}
    return {"act": "discard" if act == state.THROWS else "close", "card": card_text(first)}


def _meld(name: str, row: Row) -> Event:
    meld = laid_meld(row)
    stands_for = {"as": list(meld.stands_for)} if meld.kind == "E" else {}
    return {"id": name, "kind": meld.kind, "cards": list(meld.cards), **stands_for}


_MOVES = (state.LAYS_OFF, state.SWAPS, state.MOVES)


def _move(act: int, numbers: Row, course: ContractCourse) -> Event:
    card, meld, cell, to, right, from_right, stands_for = numbers[:7]
    name = meld_name(meld, course)
    end: Event = {"end": ENDS[right], "as": format_card(stands_for)} if stands_for != state.NONE else {}
    if act == state.LAYS_OFF:
        return {"act": "layoff", "card": format_card(card), "meld": name, **end}
    goes: Event = {"to": meld_name(to, course), **end} if to != state.NONE else {"to": None, "end": None, "as": None}
    if act == state.SWAPS:
        return {"act": "swap", "card": format_card(card), "meld": name, "cell": cell, **goes}
    return {"act": "move", "meld": name, "from_end": ENDS[from_right], **goes}
