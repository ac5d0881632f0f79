"""Recorded rows of a Continental deal as the events of a deal log."""

from collections.abc import Iterator, Sequence
from typing import Any

from meldlab.kernels.contract.rules import JOKER, SUITS
from meldlab.kernels.contract.table import state
from meldlab.sim.common.notation import format_card
from meldlab.sim.games.contract.turn.table import RunMeld

Row = Sequence[int]
Event = dict[str, Any]

_ENDS = ("left", "right")


def deal_fields(
    pack: Row, rows: Sequence[Row], stocks: Sequence[Row], *, players: int, cards: int, melds_a_seat: int
) -> dict[str, Any]:
    """Return the fields of a deal-log line that tell the cards and what was done with them.

    Parameters
    ----------
    pack
        Cards in the order of dealing.
    rows
        What was recorded, in order.
    stocks
        The stock after each reshuffle, next card first.
    players, cards, melds_a_seat
        Seats, cards dealt to each, rows of melds of each.
    """
    dealt = players * cards
    return {
        "dealer": players - 1,
        "hands": [[format_card(card) for card in pack[seat:dealt:players]] for seat in range(players)],
        "upcard": format_card(pack[dealt]),
        "stock": [format_card(card) for card in pack[dealt + 1 :]],
        "events": list(_events(rows, stocks, melds_a_seat)),
    }


def _events(rows: Sequence[Row], stocks: Sequence[Row], melds_a_seat: int) -> Iterator[Event]:
    declined: list[int] = []
    shuffled = iter(stocks)
    place = 0
    while place < len(rows):
        act, seat, *numbers = rows[place]
        place += 1
        follow = 0
        while place + follow < len(rows) and rows[place + follow][0] in (state.PENALTY, state.LAYS):
            follow += 1
        more = rows[place : place + follow]
        place += follow
        if act == state.ASKED:
            declined.append(seat)
            continue
        if act == state.RESHUFFLES:
            yield {"act": "reshuffle", "stock": [format_card(card) for card in next(shuffled)]}
            continue
        yield {"seat": seat, **_event(act, seat, numbers, more, declined, melds_a_seat)}
        declined = []


def _event(act: int, seat: int, numbers: Row, more: Sequence[Row], declined: list[int], melds_a_seat: int) -> Event:
    first, second = numbers[:2]
    if act == state.DRAWS:
        return {"act": "draw", "from": "discard" if first else "stock", "card": format_card(second)}
    if act == state.TAKES_CONTRA:
        penalty = [format_card(row[2]) for row in more]
        return {"act": "contra", "card": format_card(first), "penalty": penalty, "declined": declined}
    if act == state.GOES_DOWN:
        return {"act": "down", "melds": [_meld(f"{seat}.{place}", row[2:]) for place, row in enumerate(more)]}
    if act == state.THROWS:
        return {"act": "discard", "card": format_card(first)}
    if act == state.CLOSES:
        return {"act": "close", "card": None if first == state.NONE else format_card(first)}
    return _move(act, numbers, melds_a_seat)


def _meld(name: str, row: Row) -> Event:
    if row[state.KIND] == state.RUN:
        run = RunMeld(row[state.FIRST], row[state.PLACE], row[state.LENGTH], row[state.JOKERS])
        stands_for = [format_card(run.card(cell)) for cell in range(run.length)]
        return {"id": name, "kind": "E", "cards": [format_card(card) for card in run.cells()], "as": stands_for}
    naturals = [suit * 13 + row[state.FIRST] for suit in range(SUITS) for _ in range(row[state.NATURALS + suit])]
    cards = naturals + [JOKER] * row[state.JOKERS]
    return {"id": name, "kind": "T", "cards": [format_card(card) for card in cards]}


def _move(act: int, numbers: Row, melds_a_seat: int) -> Event:
    card, meld, cell, to, right, from_right, stands_for = numbers[:7]

    def name(place: int) -> str:
        return f"{place // melds_a_seat}.{place % melds_a_seat}"

    end: Event = {"end": _ENDS[right], "as": format_card(stands_for)} if stands_for != state.NONE else {}
    if act == state.LAYS_OFF:
        return {"act": "layoff", "card": format_card(card), "meld": name(meld), **end}
    goes: Event = {"to": name(to), **end} if to != state.NONE else {"to": None, "end": None, "as": None}
    if act == state.SWAPS:
        return {"act": "swap", "card": format_card(card), "meld": name(meld), "cell": cell, **goes}
    return {"act": "move", "meld": name(meld), "from_end": _ENDS[from_right], **goes}
