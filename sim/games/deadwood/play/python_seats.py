"""Gin strategies written in Python: one table at a time in words, with the actions that are legal."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from meldlab.kernels.deadwood.table.turn import DISCARD, FROM_PILE, FROM_STOCK, KNOCK, Numbers
from meldlab.sim.common.notation import format_card
from meldlab.sim.games.deadwood.play.observation import PLACES, DeadwoodSeen, Ends
from meldlab.sim.table.asking import Action, Asking, DrawAndThrow
from meldlab.sim.table.card_texts import card_of


@dataclass(frozen=True, kw_only=True)
class Observation(DrawAndThrow):
    """What a seat sees of its table.

    Attributes
    ----------
    deadwood : int
        Least deadwood of the seat's cards, nothing thrown.
    after_discard : mapping of str to int
        With a card drawn: for each card of the hand the least deadwood after throwing it; else empty.
    after_taking : int or None
        At the beginning of a turn: the least deadwood after taking the top discard and throwing another card.
    """

    deadwood: int
    after_discard: Mapping[str, int]
    after_taking: int | None


def observe(seen: DeadwoodSeen, place: int) -> Observation:
    """Return what the seat sees of one table."""
    drawn = int(seen.drawn[place])
    return Observation(
        seat=int(seen.seats[place]),
        turn=int(seen.turns[place]),
        hand=_words(seen.hands[place]),
        drawn=_word(drawn) if drawn >= 0 else None,
        discards=tuple(map(_word, seen.pile_of(place))),
        stock=int(seen.stock_sizes[place]),
        taken=tuple(map(_words, seen.taken[place])),
        thrown=tuple(map(_words, seen.thrown[place])),
        deadwood=int(seen.deadwood(seen.hands[place : place + 1])[0]),
        after_discard=_left(seen, place) if drawn >= 0 else {},
        after_taking=int(seen.left_after_taking[place]) if drawn < 0 else None,
    )


class OneByOne(Asking[DeadwoodSeen]):
    """A strategy of many tables that asks a player about each."""

    observe = staticmethod(observe)

    def choose_draw(self, seen: DeadwoodSeen) -> Numbers:
        """Ask for the draw at each table."""
        return np.array(
            self.ask(seen, draws, lambda action, _: FROM_PILE if action.source == "discard" else FROM_STOCK)
        )

    def choose_end(self, seen: DeadwoodSeen) -> Ends:
        """Ask for a throw or a knock at each table."""
        acts = {"knock": KNOCK, "discard": DISCARD}
        chosen = self.ask(seen, ends, lambda action, _: (PLACES[card_of(action.card)], acts[action.act]))
        return Ends(*np.array(list(zip(*chosen, strict=True))))


def draws(seen: DeadwoodSeen, place: int) -> list[Action]:
    """Return the actions that may begin the turn at one table."""
    return [Action("pass") if seen.may_pass[place] else Action("draw", "stock"), Action("draw", "discard")]


def ends(seen: DeadwoodSeen, place: int) -> list[Action]:
    """Return the actions that may end the turn: any card may be thrown, and a knock must leave little enough."""
    left = _left(seen, place)
    throws = [Action("discard", card=card) for card in left]
    return throws + [Action("knock", card=card) for card, deadwood in left.items() if deadwood <= seen.knock_at]


def _left(seen: DeadwoodSeen, place: int) -> dict[str, int]:
    return {format_card(card): left for card, left in enumerate(seen.left[place].tolist()) if left >= 0}


def _word(place: int) -> str:
    return format_card(PLACES.index(place))


def _words(held: np.uint64) -> tuple[str, ...]:
    return tuple(format_card(card) for card, place in enumerate(PLACES) if int(held) >> place & 1)
