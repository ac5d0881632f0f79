"""Indian rummy strategies written in Python: one table at a time in words, with the actions that are legal."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.table.state import IN, PACKED_FIRST, PACKED_LATER, WRONG_SHOW
from meldlab.sim.common.notation import RANKS, format_card
from meldlab.sim.games.declare.play import observation as acts
from meldlab.sim.games.declare.play.hand_values import Numbers
from meldlab.sim.games.declare.play.observation import DeclareSeen, Ends
from meldlab.sim.table.asking import Action, Asking, DrawAndThrow
from meldlab.sim.table.card_texts import card_of, card_text, card_texts, held_cards

_STATUS = {IN: "in", PACKED_FIRST: "packed-first", PACKED_LATER: "packed-later", WRONG_SHOW: "wrong-show"}
_STARTS = {acts.PACK: ("pack", None), acts.FROM_STOCK: ("draw", "stock"), acts.FROM_PILE: ("draw", "discard")}
_ENDS = {acts.DISCARD: "discard", acts.DECLARE: "declare", acts.WRONG_SHOW: "wrong-show"}


@dataclass(frozen=True, kw_only=True)
class Observation(DrawAndThrow):
    """What a seat sees of its table.

    Attributes
    ----------
    players : int
    own_turn : int
        Turns of the seat that are over.
    wild_card, wild_rank : str or None
        The cut card and the rank that is wild.
    status : tuple of str
        For each seat ``in``, ``packed-first``, ``packed-later`` or ``wrong-show``.
    points : int
        Least loose points of the seat's cards, every sequence counted.
    """

    players: int
    own_turn: int
    wild_card: str | None
    wild_rank: str | None
    status: tuple[str, ...]
    points: int


def observe(seen: DeclareSeen, place: int) -> Observation:
    """Return what the seat sees of one table."""
    seat, players = int(seen.seats[place]), seen.course.players
    turn_order = [(each - seat) % players for each in range(players)]
    rank = int(seen.wild_ranks[place])
    one = slice(place, place + 1)
    return Observation(
        seat=seat,
        players=players,
        turn=int(seen.turns[place]),
        own_turn=int(seen.own_turns[place]),
        hand=tuple(held_cards(seen.hands[place])),
        drawn=card_text(seen.drawn[place]),
        discards=tuple(card_texts(seen.pile_of(place))),
        stock=int(seen.stock_sizes[place]),
        wild_card=card_text(seen.wild_cards[place]),
        wild_rank=RANKS[rank] if rank >= 0 else None,
        status=tuple(_STATUS[int(seen.status[place, step])] for step in turn_order),
        taken=tuple(tuple(held_cards(seen.taken[place, step])) for step in turn_order),
        thrown=tuple(tuple(held_cards(seen.thrown[place, step])) for step in turn_order),
        points=int(seen.judge.loose_points(seen.hands[one], seen.wild_ranks[one])[0]),
    )


class OneByOne(Asking[DeclareSeen]):
    """A strategy of many tables that asks a player about each."""

    observe = staticmethod(observe)

    def choose_start(self, seen: DeclareSeen) -> Numbers:
        """Ask for a pack or a draw at each table."""
        codes = {Action(act, source): code for code, (act, source) in _STARTS.items()}
        return np.array(self.ask(seen, starts, lambda action, _: codes[action]))

    def choose_end(self, seen: DeclareSeen) -> Ends:
        """Ask for a throw, a declaration or a wrong show at each table."""
        codes = {act: code for code, act in _ENDS.items()}
        finishing = seen.judge.last_cards(seen.hands, seen.wild_ranks)
        chosen = self.ask(
            seen,
            lambda seen, place: ends(seen, place, finishing[place]),
            lambda action, _: (codes[action.act], card_of(action.card)),
        )
        return Ends(*np.array(list(zip(*chosen, strict=True))))


def starts(seen: DeclareSeen, place: int) -> list[Action]:
    """Return the actions that may begin the turn at one table."""
    open_draws = {acts.PACK: True, acts.FROM_STOCK: seen.stock_open[place], acts.FROM_PILE: seen.pile_open[place]}
    return [Action(*_STARTS[code]) for code, is_open in open_draws.items() if is_open]


def ends(seen: DeclareSeen, place: int, finishing: NDArray[np.bool_]) -> list[Action]:
    """Return the actions that may end the turn; `finishing`, shape (53,), tells which last cards make a declaration."""
    offered = []
    for card in np.flatnonzero(seen.hands[place]).tolist():
        name = format_card(card)
        if card != seen.barred[place]:
            offered.append(Action("discard", card=name))
        if finishing[card]:
            offered.append(Action("declare", card=name))
        elif seen.course.wrong_show_points is not None:
            offered.append(Action("wrong-show", card=name))
    return offered
