"""Strategies of a `value` game that are asked table by table: what one seat sees, and all it may do."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.options import list_additions, list_exposures
from meldlab.kernels.value.table.turn import FROM_STOCK, GIVE_UP, NO_CARD, TAKE_POZO, may_throw
from meldlab.kernels.value.table.wild_moves import list_moves, list_rescues
from meldlab.sim.common.notation import format_card
from meldlab.sim.games.value.play.acts import Action, OnTable, event_of, meld_at, row_of, wild_texts
from meldlab.sim.games.value.play.observation import ValueSeen
from meldlab.sim.table.asking import Asking, Player
from meldlab.sim.table.card_texts import card_of, card_texts, held_cards

_DRAWS = {FROM_STOCK: "draw", TAKE_POZO: "take-pile", GIVE_UP: "give-up"}


@dataclass(frozen=True)
class SeenMeld:
    """A meld on the table: its name, kind, cards in place (a run's from low to high), crossed wild cards, signal."""

    name: str
    kind: str
    cards: tuple[str, ...]
    stands_for: tuple[str, ...]
    rescued: tuple[str, ...]
    signal: int | None  # the seat that gave it


@dataclass(frozen=True)
class Observation:
    """What one seat sees.

    Attributes
    ----------
    seat, turn : int
        The side is ``seat % 2``; turns that have ended.
    hand : tuple of str
    pozo : tuple of str
        The discard pile, oldest card first.
    stock_left : int
    hand_sizes : tuple of int
    known : tuple of tuple of str
        By seat: cards it took with the pozo that have not been seen since.
    melds : tuple of tuple of SeenMeld
        By side.
    """

    seat: int
    turn: int
    hand: tuple[str, ...]
    pozo: tuple[str, ...]
    stock_left: int
    hand_sizes: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    melds: tuple[tuple[SeenMeld, ...], ...]


def melds_on_table(seen: ValueSeen, place: int, side: int) -> list[OnTable]:
    """Return the melds of a side at one table as they lie."""
    table = int(seen.rows[place])
    return [meld_at(seen.public, table, side, slot) for slot in range(int(seen.public.melds[table, side]))]


def observe(seen: ValueSeen, place: int) -> Observation:
    """Return what the seat sees at one of the tables that ask it."""
    public, table = seen.public, seen.rows[place]

    def seen_meld(side: int, slot: int, meld: OnTable) -> SeenMeld:
        cards, stands_for = map(tuple, meld.texts())
        signal = int(public.signal[table, side, slot])
        return SeenMeld(
            name=f"{side}.{slot}",
            kind="set" if meld.kind == state.SET else "run",
            cards=cards,
            stands_for=stands_for,
            rescued=tuple(wild_texts(public.crossed[table, side, slot])),
            signal=signal - 1 if signal else None,
        )

    return Observation(
        seat=seen.seat,
        turn=seen.turn,
        hand=tuple(held_cards(seen.hands[place])),
        pozo=tuple(card_texts(public.pozo[table, : public.pozo_size[table]])),
        stock_left=int(public.stock_left[table]),
        hand_sizes=tuple(public.hand_sizes[table].tolist()),
        known=tuple(tuple(held_cards(counts)) for counts in public.known[table]),
        melds=tuple(
            tuple(seen_meld(side, slot, meld) for slot, meld in enumerate(melds_on_table(seen, place, side)))
            for side in range(state.SIDES)
        ),
    )


def legal_lays(seen: ValueSeen, place: int) -> list[Action]:
    """Return the acts on melds that are open, each shape once: wild cards are laid in one order of many."""
    table, side, hand = int(seen.rows[place]), seen.seat % state.SIDES, seen.hands[place]
    rules, public = seen.rules, seen.public
    spare = int(hand.sum()) - (0 if rules.closes_without_discard else 1)
    order, action = np.zeros(2 * state.CELLS, dtype=np.int64), np.zeros(state.COLUMNS, dtype=np.int16)
    same_turn = seen.play.rescue_same_turn
    melds = melds_on_table(seen, place, side)
    listers: tuple[Callable[[int], int], ...] = (
        lambda target: list_exposures(table, side, hand, spare, target, order, rules, public, action),
        lambda target: list_additions(table, side, hand, spare, target, order, rules, public, action),
        lambda target: list_moves(table, side, target, public, action),
        lambda target: list_rescues(table, side, hand, spare, target, same_turn, rules, public, action),
    )
    found = []
    for lister in listers:
        for target in range(lister(-1)):
            lister(target)
            numbers = action.tolist()
            slot = numbers[state.MELD]
            new = OnTable(numbers[state.KIND], numbers[state.WHICH], [0] * state.CELLS)
            before = new if numbers[state.ACT] == state.EXPOSE else melds[slot]
            found.append(Action.of_event(event_of(numbers, side, slot, before)))
    return found


def legal_throws(seen: ValueSeen, place: int) -> list[Action]:
    """Return the ends of the turn that are open."""
    hand, barred = seen.hands[place], int(seen.public.barred[seen.rows[place]])
    if seen.public.duty[seen.rows[place]]:
        return []
    act = "close" if hand.sum() <= 1 else "discard"
    return [
        Action(act, card=format_card(card)) for card in range(state.KINDS) if may_throw(hand, card, barred, seen.play)
    ] or ([Action("close")] if not hand.any() else [])


class OneByOne(Asking[ValueSeen]):
    """A strategy of many tables that asks a player about each; acts on melds may be other ones that the rules allow."""

    observe = staticmethod(observe)
    free_acts = ("expose", "add", "move", "rescue")

    def __init__(self, player: Player, *, name: str) -> None:
        super().__init__(player, name=name)
        # by the states that a block has for the seat, and the table: several blocks may be played at once
        self._thrown: dict[tuple[int, int], int] = {}

    def draw(self, seen: ValueSeen, open_draws: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return where each table draws."""
        codes = {word: choice for choice, word in _DRAWS.items()}

        def offered(_: ValueSeen, place: int) -> list[Action]:
            return [Action(word) for word, choice in codes.items() if open_draws[place] >> choice & 1]

        return np.array(self.ask(seen, offered, lambda action, _: codes[action.act]))

    def lay(self, seen: ValueSeen) -> NDArray[np.int16]:
        """Return the next act on melds of each table; a discard is kept until the loop asks for it."""

        def row(action: Action, place: int) -> NDArray[np.int16]:
            if action.act in ("discard", "close"):
                card = NO_CARD if action.card is None else card_of(action.card)
                self._thrown[id(seen.states), int(seen.rows[place])] = card
                return np.zeros(state.COLUMNS, dtype=np.int16)  # no more acts this turn
            side = seen.seat % state.SIDES
            return row_of(action, side, melds_on_table(seen, place, side))

        return np.array(self.ask(seen, lambda *at: [*legal_lays(*at), *legal_throws(*at)], row), dtype=np.int16)

    def throw(self, seen: ValueSeen) -> NDArray[np.int64]:
        """Return the cards that were chosen to be thrown."""
        return np.array([self._thrown.pop((id(seen.states), row), NO_CARD) for row in seen.rows.tolist()])
