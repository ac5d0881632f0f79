"""Strategies of a `value` game that are asked table by table: what one seat sees, and all it may do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.options import list_additions, list_exposures
from meldlab.kernels.value.table.state import wild_card
from meldlab.kernels.value.table.turn import FROM_STOCK, GIVE_UP, NO_CARD, TAKE_POZO, may_throw
from meldlab.kernels.value.table.wild_moves import list_moves, list_rescues
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.notation import format_card, parse_cards
from meldlab.sim.games.value.play.acts import Action, OnTable, card_texts, event_of, row_of, run_cards, set_cards
from meldlab.sim.games.value.play.observation import ValueSeen
from meldlab.sim.table.asking import Asking, Player

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


def _counted(counts: NDArray[np.int8]) -> tuple[str, ...]:
    return tuple(card_texts(np.repeat(np.arange(len(counts)), counts)))


def melds_on_table(seen: ValueSeen, row: int, side: int) -> list[OnTable]:
    """Return the melds of a side at one table as they lie."""
    public, table = seen.public, seen.tables[row]
    return [
        OnTable(
            int(public.kind[table, side, slot]),
            int(public.which[table, side, slot]),
            public.cells[table, side, slot].tolist(),
        )
        for slot in range(int(public.melds[table, side]))
    ]


def observe(seen: ValueSeen, row: int) -> Observation:
    """Return what the seat sees at one of the tables that ask it."""
    public, table = seen.public, seen.tables[row]
    melds = []
    for side in range(state.SIDES):
        found = []
        for slot, meld in enumerate(melds_on_table(seen, row, side)):
            cards, stands_for = (set_cards if meld.kind == state.SET else run_cards)(meld.which, meld.cells)
            crossed = public.crossed[table, side, slot]
            rescued = [wild_card(wild) for wild in range(state.WILDS) for _ in range(crossed[wild])]
            signal = int(public.signal[table, side, slot])
            found.append(
                SeenMeld(
                    name=f"{side}.{slot}",
                    kind="set" if meld.kind == state.SET else "run",
                    cards=tuple(cards),
                    stands_for=tuple(stands_for),
                    rescued=tuple(card_texts(rescued)),
                    signal=signal - 1 if signal else None,
                )
            )
        melds.append(tuple(found))
    return Observation(
        seat=seen.seat,
        turn=seen.turn,
        hand=_counted(seen.hands[row]),
        pozo=tuple(card_texts(public.pozo[table, : public.pozo_size[table]])),
        stock_left=int(public.stock_left[table]),
        hand_sizes=tuple(public.hand_sizes[table].tolist()),
        known=tuple(_counted(public.known[table, seat]) for seat in range(state.SEATS)),
        melds=tuple(melds),
    )


def legal_lays(seen: ValueSeen, row: int) -> list[Action]:
    """Return the acts on melds that are open, each shape once: wild cards are laid in one order of many."""
    table, side, hand = int(seen.tables[row]), seen.seat % state.SIDES, seen.hands[row]
    rules, public = seen.rules, seen.public
    spare = int(hand.sum()) - (0 if rules.closes_without_discard else 1)
    order, action = np.zeros(2 * state.CELLS, dtype=np.int64), np.zeros(state.COLUMNS, dtype=np.int16)
    same_turn = seen.play.rescue_same_turn
    melds = melds_on_table(seen, row, side)
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
            found.append(_action(numbers, side, melds))
    return found


def _action(numbers: list[int], side: int, melds: list[OnTable]) -> Action:
    slot = numbers[state.MELD]
    new = OnTable(numbers[state.KIND], numbers[state.WHICH], [0] * state.CELLS)
    return Action.of_event(event_of(numbers, side, slot, new if numbers[state.ACT] == state.EXPOSE else melds[slot]))


def legal_throws(seen: ValueSeen, row: int) -> list[Action]:
    """Return the ends of the turn that are open."""
    hand, barred = seen.hands[row], int(seen.public.barred[seen.tables[row]])
    if seen.public.duty[seen.tables[row]]:
        return []
    act = "close" if hand.sum() <= 1 else "discard"
    return [
        Action(act, card=format_card(card)) for card in range(state.KINDS) if may_throw(hand, card, barred, seen.play)
    ] or ([Action("close")] if not hand.any() else [])


class OneByOne(Asking):
    """A strategy of many tables that asks a player about each; acts on melds may be other ones that the rules allow."""

    def __init__(self, player: Player, *, name: str) -> None:
        super().__init__(player, name=name)
        # by the states that a block has for the seat, and the table: several blocks may be played at once
        self._thrown: dict[tuple[int, int], Action] = {}

    def draw(self, seen: ValueSeen, open_draws: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return where each table draws."""
        choices = np.zeros(len(seen.tables), dtype=np.int64)
        for row, bits in enumerate(open_draws.tolist()):
            words = {word: choice for choice, word in _DRAWS.items() if bits >> choice & 1}
            action = self._player.act(observe(seen, row), [Action(word) for word in words])
            if action.act not in words:
                raise RunError(f"{self.name}: {action.act!r} where a turn begins", allowed=", ".join(words))
            choices[row] = words[action.act]
        return choices

    def lay(self, seen: ValueSeen) -> NDArray[np.int16]:
        """Return the next act on melds of each table; a discard is kept until the loop asks for it."""
        rows = np.zeros((len(seen.tables), state.COLUMNS), dtype=np.int16)
        for row, table in enumerate(seen.tables.tolist()):
            legal = [*legal_lays(seen, row), *legal_throws(seen, row)]
            action = self._player.act(observe(seen, row), legal)
            if action.act in ("discard", "close"):
                self._thrown[id(seen.states), table] = action
                rows[row, state.ACT] = state.STOP
            elif action.act in ("expose", "add", "move", "rescue"):
                rows[row] = row_of(action, seen.seat % state.SIDES, melds_on_table(seen, row, seen.seat % state.SIDES))
            else:
                raise RunError(f"{self.name}: {action.act!r} where a turn goes on", allowed="an act of the list")
        return rows

    def throw(self, seen: ValueSeen) -> NDArray[np.int64]:
        """Return the cards that were chosen to be thrown."""
        cards = np.full(len(seen.tables), NO_CARD, dtype=np.int64)
        for row, table in enumerate(seen.tables.tolist()):
            action: Any = self._thrown.pop((id(seen.states), table), None)
            if action is not None and action.card is not None:
                found = parse_cards(action.card)
                size = int(seen.hands[row].sum())
                if len(found) != 1 or action.act != ("close" if size == 1 else "discard"):
                    raise RunError(f"{self.name}: {action.act} of {action.card} with {size} cards", where="discard")
                cards[row] = found[0]
        return cards
