"""Deals of a `value` game as lines of the deal log: every act as it happens, then the result meld by meld."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.rules import Goal, ValueRules
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.score import BONUS, LAID, LEFT, list_worths
from meldlab.kernels.value.table.turn import FROM_STOCK, NO_CARD, TAKE_POZO
from meldlab.sim.common.notation import format_card
from meldlab.sim.games.value.melds import FULL_RUNS, PINACULO_NAME
from meldlab.sim.games.value.play.acts import event_of, meld_at, wild_texts
from meldlab.sim.table.card_texts import card_texts, held_cards

_REASONS = {1: "close", 2: "max-turns", 3: "stock-end"}


class _Valued(Protocol):
    """What values melds."""

    rules: ValueRules
    goal: Goal


def class_names(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the classes of melds in the order of `value_worth`."""
    return ("set", "run", *FULL_RUNS, PINACULO_NAME, *lines)


class ValueRecorder:
    """Writes down what happens at each table of a block."""

    def __init__(self, names: Sequence[str], public: state.Public, hidden: state.Hidden) -> None:
        self._names, self._public, self._hidden = names, public, hidden
        tables = len(public.stock_left)
        self._events: list[list[dict[str, Any]]] = [[] for _ in range(tables)]
        self._pozos: dict[int, list[str]] = {}
        self._cells: dict[int, NDArray[np.int8]] = {}
        self._starts = [
            {
                "dealer": state.SEATS - 1,
                "hands": [held_cards(hidden.hands[table, seat]) for seat in range(state.SEATS)],
                "upcard": format_card(int(public.pozo[table, 0])) if public.pozo_size[table] else None,
                "stock": card_texts(hidden.stock[table, : public.stock_left[table]]),
            }
            for table in range(tables)
        ]

    def before_draw(self, tables: NDArray[np.int64]) -> None:
        """Keep the pozos, since taking one clears it."""
        pozo, size = self._public.pozo, self._public.pozo_size
        self._pozos = {int(table): card_texts(pozo[table, : size[table]]) for table in tables}

    def drawn(self, seat: int, tables: NDArray[np.int64], choices: NDArray[np.int64], cards: NDArray[np.int64]) -> None:
        """Record draws."""
        for table, choice, card in zip(tables.tolist(), choices.tolist(), cards.tolist(), strict=True):
            if choice == FROM_STOCK:
                event = {"seat": seat, "act": "draw", "from": "stock", "card": format_card(card)}
            elif choice == TAKE_POZO:
                event = {"seat": seat, "act": "take-pile", "cards": self._pozos[table]}
            else:
                continue
            self._events[table].append(event)

    def before_laying(self, seat: int, tables: NDArray[np.int64]) -> None:
        """Keep the cells of the side's melds, which the next acts change."""
        self._cells = {int(table): self._public.cells[table, seat % state.SIDES].copy() for table in tables}

    def laid(self, seat: int, tables: NDArray[np.int64], actions: NDArray[np.int16]) -> None:
        """Record acts on melds."""
        for table, action in zip(tables.tolist(), actions.tolist(), strict=True):
            if action[state.ACT] != state.STOP:
                self._events[table].append({"seat": seat, **self._act(table, seat % state.SIDES, action)})

    def _act(self, table: int, side: int, action: Sequence[int]) -> dict[str, Any]:
        public = self._public
        slot = int(public.melds[table, side]) - 1 if action[state.ACT] == state.EXPOSE else action[state.MELD]
        return event_of(
            action, side, slot, meld_at(public, table, side, slot)._replace(cells=self._cells[table][slot].tolist())
        )

    def thrown(self, seat: int, tables: NDArray[np.int64], cards: NDArray[np.int64], closed: NDArray[np.uint8]) -> None:
        """Record the ends of turns."""
        for table, card, closes in zip(tables.tolist(), cards.tolist(), closed.tolist(), strict=True):
            text = None if card == NO_CARD else format_card(card)
            self._events[table].append({"seat": seat, "act": "close" if closes else "discard", "card": text})

    def reshuffled(self, tables: NDArray[np.int64], sizes: NDArray[np.int64]) -> None:
        """Record stocks made of the pozo."""
        for table, size in zip(tables.tolist(), sizes.tolist(), strict=True):
            if size:
                stock = card_texts(self._hidden.stock[table, :size])
                self._events[table].append({"act": "reshuffle", "stock": stock})

    def lines(
        self,
        game: _Valued,
        reason: NDArray[np.int64],
        turns: NDArray[np.int64],
        winner: NDArray[np.int64],
        sums: NDArray[np.int64],
    ) -> tuple[dict[str, Any], ...]:
        """Return the log of each table, with its result."""
        found = []
        for table, start in enumerate(self._starts):
            sides = [self._side(game, table, side, sums[table, side].tolist()) for side in range(state.SIDES)]
            result = {
                "reason": _REASONS[int(reason[table])],
                "winner": None if winner[table] < 0 else int(winner[table]),
                "points": [side["total"] for side in sides],
                "turns": int(turns[table]),
                "sides": sides,
            }
            found.append({**start, "events": self._events[table], "result": result})
        return tuple(found)

    def _side(self, game: _Valued, table: int, side: int, sums: Sequence[int]) -> dict[str, Any]:
        worths, names = np.zeros(state.MOST_MELDS, dtype=np.int64), np.zeros(state.MOST_MELDS, dtype=np.int64)
        list_worths(table, side, game.rules, game.goal, self._public, worths, names)
        melds = []
        for slot in range(int(self._public.melds[table, side])):
            melds.append(
                {
                    "meld": f"{side}.{slot}",
                    "class": self._names[int(names[slot])],
                    "value": int(worths[slot]),
                    "cards": meld_at(self._public, table, side, slot).texts()[0],
                    "rescued": wild_texts(self._public.crossed[table, side, slot]),
                }
            )
        return {
            "melds": melds,
            "left": [held_cards(self._hidden.hands[table, seat]) for seat in range(side, state.SEATS, state.SIDES)],
            "hand": sums[LEFT],
            "bonus": sums[BONUS],
            "total": sums[LAID] - sums[LEFT] + sums[BONUS],
        }
