"""Deals of Indian rummy written down event by event, in the deal-log format."""

from typing import Any

import numpy as np

from meldlab.kernels.cards.cards import KINDS
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.table.state import CoveredCards, OpenCards
from meldlab.sim.common.notation import RANKS, format_card
from meldlab.sim.games.declare.hand_solver import HandSolver
from meldlab.sim.games.declare.play.hand_values import Counts, Numbers
from meldlab.sim.games.declare.play.play_rules import Course

_IMPURE = "impure-sequence"
_PURE = "pure-sequence"


class Recorder:
    """Writes down what happens at the tables of a block.

    Parameters
    ----------
    course : Course
    rules : DeclareRules
    shown, covered
        The tables, just dealt.
    """

    def __init__(self, course: Course, rules: DeclareRules, shown: OpenCards, covered: CoveredCards) -> None:
        self._course = course
        self._rules = rules
        self._shown = shown
        self._covered = covered
        self._solvers: dict[int, HandSolver] = {}
        tables = range(len(shown.seats))
        self._events: list[list[dict[str, Any]]] = [[] for _ in tables]
        self._dealt = [self._start(table) for table in tables]

    def packing(self, tables: Numbers) -> list[tuple[int, int, bool]]:
        """Return table, seat and whether it is the seat's first turn, to be handed to `packed`."""
        shown = self._shown
        seats = shown.seats[tables]
        first = shown.turns_taken[tables, seats] == 0
        return list(zip(tables.tolist(), seats.tolist(), first.tolist(), strict=True))

    def packed(self, packing: list[tuple[int, int, bool]]) -> None:
        """Write the packs that were just carried out."""
        course = self._course
        for table, seat, first in packing:
            event: dict[str, Any] = {
                "seat": seat,
                "act": "pack",
                "when": "first" if first else "later",
                "points": course.play.pack_first_points if first else course.play.pack_later_points,
            }
            if course.first_under if first else course.later_under:
                event["under"] = self._stock(table)[-course.cards :]
            self._events[table].append(event)

    def reshuffled(self, tables: Numbers) -> None:
        """Write new stocks."""
        for table in tables.tolist():
            self._events[table].append({"act": "reshuffle", "stock": self._stock(table)})

    def drew(self, tables: Numbers, source: str) -> None:
        """Write the cards just drawn from ``stock`` or ``discard``."""
        for table in tables.tolist():
            card = format_card(int(self._covered.drawn[table]))
            self._add(table, {"act": "draw", "from": source, "card": card})

    def throws(self, tables: Numbers, cards: Numbers) -> None:
        """Write throws that are about to be carried out."""
        for table, card in zip(tables.tolist(), cards.tolist(), strict=True):
            self._add(table, {"act": "discard", "card": format_card(card)})

    def shows_wrongly(self, tables: Numbers, cards: Numbers) -> None:
        """Write wrong shows that are about to be carried out."""
        for table, card in zip(tables.tolist(), cards.tolist(), strict=True):
            points = self._course.wrong_show_points
            self._add(table, {"act": "wrong-show", "finish": format_card(card), "points": points})

    def declares(self, tables: Numbers, cards: Numbers) -> None:
        """Write declarations that are about to be carried out."""
        for table, card in zip(tables.tolist(), cards.tolist(), strict=True):
            hand = self._covered.hands[table, self._shown.seats[table]].copy()
            hand[card] -= 1
            melds = self._melds(hand, int(self._shown.wild_ranks[table]))
            self._add(table, {"act": "declare", "finish": format_card(card), "melds": melds})

    def lines(self, results: list[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
        """Return the lines, each with its result."""
        whole = zip(self._dealt, self._events, results, strict=True)
        return tuple(dealt | {"events": events, "result": result} for dealt, events, result in whole)

    def _add(self, table: int, event: dict[str, Any]) -> None:
        self._events[table].append({"seat": int(self._shown.seats[table])} | event)

    def _start(self, table: int) -> dict[str, Any]:
        shown, covered = self._shown, self._covered
        line: dict[str, Any] = {"players": self._course.players}
        if shown.wild_ranks[table] >= 0:
            line["wild_card"] = format_card(int(shown.wild_cards[table]))
            line["wild_rank"] = RANKS[int(shown.wild_ranks[table])]
        line["hands"] = [_words(hand) for hand in covered.hands[table]]
        line["upcard"] = format_card(int(shown.piles[table, 0])) if shown.pile_sizes[table] else None
        line["stock"] = self._stock(table)
        return line

    def _stock(self, table: int) -> list[str]:
        top = int(self._covered.stock_tops[table])
        return [
            format_card(card) for card in self._covered.stocks[table, top:][: self._shown.stock_sizes[table]].tolist()
        ]

    def _melds(self, hand: Counts, wild_rank: int) -> list[dict[str, Any]]:
        if wild_rank not in self._solvers:
            self._solvers[wild_rank] = HandSolver(self._rules, wild_rank=wild_rank)
        melds = []
        for meld in self._solvers[wild_rank].best(hand, declare=True).melds:
            cards = [format_card(card) for card in meld.cards]
            stands_for = list(meld.stands_for)
            kind = _PURE if meld.kind == _IMPURE and cards == stands_for else meld.kind
            melds.append({"kind": kind, "cards": cards, "as": stands_for})
        return melds


def _words(hand: Counts) -> list[str]:
    return [format_card(card) for card in np.repeat(np.arange(KINDS), hand).tolist()]
