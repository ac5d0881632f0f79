"""The turn loop of Indian rummy: legal actions are offered, choices checked and carried out, all tables together."""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.table import moves
from meldlab.kernels.declare.table.deal import deal_hands
from meldlab.kernels.declare.table.state import NO_CARD, RUNNING, make_covered_cards, make_open_cards
from meldlab.sim.common.errors import RunError
from meldlab.sim.games.declare.play import layout
from meldlab.sim.games.declare.play import observation as acts
from meldlab.sim.games.declare.play.hand_values import Judge, Numbers
from meldlab.sim.games.declare.play.log import Recorder
from meldlab.sim.games.declare.play.observation import DeclareSeen, DeclareStrategy, Ends
from meldlab.sim.games.declare.play.play_rules import Course
from meldlab.sim.table.block import Block


class Deals:
    """Deals of one block, dealt; `play` plays them.

    Parameters
    ----------
    course : Course
    judge : Judge
    block : Block
    places : int64 array, optional
        Which deals of the block, counted from its first; all of them when not given.

    Attributes
    ----------
    shown, covered
        The tables.
    record : Recorder or None
        What is written down, with ``block.log``.
    """

    def __init__(self, course: Course, judge: Judge, block: Block, places: Numbers | None = None) -> None:
        self._course = course
        self._judge = judge
        self._block = block
        self._places = np.arange(block.deals) if places is None else places
        self._orders = layout.Orders(block.layouts)
        tables = len(self._places)
        self.shown = make_open_cards(tables, block.players, course.pack_size)
        self.covered = make_covered_cards(tables, block.players, pack=course.pack_size, hand=course.cards)
        self._shuffles = np.ascontiguousarray(block.shuffle_states()[:, self._places].T)
        self._seats = np.ascontiguousarray(block.seat_states()[:, self._places].reshape(4, -1).T)
        self._deal()
        self.record = Recorder(course, judge.rules, self.shown, self.covered) if block.log else None
        self._groups = _groups(cast(tuple[DeclareStrategy, ...], block.strategies))

    def play(self) -> None:
        """Play all deals to their end, a turn of every deal at a time."""
        live = self._running(np.arange(len(self._places)))
        while live.size:
            self._turn(live)
            live = self._running(live)

    def _deal(self) -> None:
        course, block = self._course, self._block
        if block.layouts:
            layout.lay_out(block.layouts, course, self.shown, self.covered)
            return
        packs = block.packs(decks=course.decks, printed_jokers=course.printed_jokers)
        deal_hands(
            packs[self._places],
            self._shuffles,
            int(course.cut),
            int(course.cut_stays),
            course.cards,
            int(course.upcard),
            self.shown,
            self.covered,
        )

    def _running(self, tables: Numbers) -> Numbers:
        moves.find_ends(tables, self._course.play.max_turns, int(self._course.lowest_wins), self.shown)
        running: Numbers = tables[self.shown.reasons[tables] == RUNNING]
        return running

    def _turn(self, tables: Numbers) -> None:
        """Play one turn at each of `tables`."""
        stock_open, pile_open = np.empty(tables.size, dtype=bool), np.empty(tables.size, dtype=bool)
        moves.open_draws(tables, self._course.pickup, self.shown, stock_open, pile_open)
        starts = np.empty(tables.size, dtype=np.int64)
        for strategy, places in self._asked(tables):
            seen = self._seen(tables[places], stock_open[places], pile_open[places], begun=False)
            starts[places] = strategy.choose_start(seen)
        legal = np.select(
            [starts == acts.FROM_STOCK, starts == acts.FROM_PILE], [stock_open, pile_open], starts == acts.PACK
        )
        self._refuse(tables[~legal], starts[~legal], ("pack", "draw from the stock", "draw from the discards"))
        self._pack(tables[starts == acts.PACK])
        self._draw_stock(tables[starts == acts.FROM_STOCK])
        self._draw_pile(tables[starts == acts.FROM_PILE])
        drawers = tables[starts != acts.PACK]
        if drawers.size:
            self._end(drawers)

    def _end(self, tables: Numbers) -> None:
        """Let seats that have drawn throw, declare or show wrongly."""
        closed = np.zeros(tables.size, dtype=bool)
        ends = Ends(np.empty(tables.size, dtype=np.int64), np.empty(tables.size, dtype=np.int64))
        for strategy, places in self._asked(tables):
            seen = self._seen(tables[places], closed[places], closed[places], begun=True)
            chosen = strategy.choose_end(seen)
            ends.acts[places], ends.cards[places] = chosen.acts, chosen.cards
        legal = self._legal_ends(tables, ends)
        self._refuse(tables[~legal], ends.acts[~legal], ("discard", "declare", "wrong show"), ends.cards[~legal])
        for act, carry_out in (
            (acts.DISCARD, self._throw),
            (acts.DECLARE, self._declare),
            (acts.WRONG_SHOW, self._show_wrongly),
        ):
            chosen_here = ends.acts == act
            if chosen_here.any():
                carry_out(tables[chosen_here], ends.cards[chosen_here])

    def _legal_ends(self, tables: Numbers, ends: Ends) -> NDArray[np.bool_]:
        hands = self._hands(tables)
        cards = np.maximum(ends.cards, 0)
        legal = (ends.cards >= 0) & (hands[np.arange(tables.size), cards] > 0)
        if not self._course.play.may_return_upcard:
            legal &= (ends.acts != acts.DISCARD) | (ends.cards != self.shown.from_pile[tables])
        shows = np.flatnonzero(legal & (ends.acts != acts.DISCARD))
        if shows.size:
            rests = hands[shows]
            rests[np.arange(shows.size), cards[shows]] -= 1
            complete = self._judge.figures(rests, self.shown.wild_ranks[tables[shows]]).can_declare == 1
            wrong = (ends.acts[shows] == acts.WRONG_SHOW) & (self._course.wrong_show_points is not None)
            legal[shows] = np.where(complete, ends.acts[shows] == acts.DECLARE, wrong)
        return legal

    def _pack(self, tables: Numbers) -> None:
        if not tables.size:
            return
        packing = self.record.packing(tables) if self.record else []
        first = self.shown.turns_taken[tables, self.shown.seats[tables]] == 0
        course = self._course
        moves.pack_hands(
            tables, int(course.first_under), int(course.later_under), self._shuffles, self.shown, self.covered
        )
        under = np.where(first, course.first_under, course.later_under)
        self._orders.put_under(tables[under], course.cards, self.shown, self.covered)
        if self.record:
            self.record.packed(packing)

    def _draw_stock(self, tables: Numbers) -> None:
        if not tables.size:
            return
        empty = tables[self.shown.stock_sizes[tables] == 0]
        if empty.size:
            moves.turn_over(empty, self._shuffles, self.shown, self.covered)
            self._orders.turn_over(empty, self.shown, self.covered)
            if self.record:
                self.record.reshuffled(empty)
        moves.draw_stock(tables, self.shown, self.covered)
        if self.record:
            self.record.drew(tables, "stock")

    def _draw_pile(self, tables: Numbers) -> None:
        if not tables.size:
            return
        moves.draw_pile(tables, self.shown, self.covered)
        if self.record:
            self.record.drew(tables, "discard")

    def _throw(self, tables: Numbers, cards: Numbers) -> None:
        if self.record:
            self.record.throws(tables, cards)
        moves.throw_cards(tables, cards, self.shown, self.covered)

    def _declare(self, tables: Numbers, cards: Numbers) -> None:
        if self.record:
            self.record.declares(tables, cards)
        moves.declare_hands(tables, cards, self.shown, self.covered)

    def _show_wrongly(self, tables: Numbers, cards: Numbers) -> None:
        if self.record:
            self.record.shows_wrongly(tables, cards)
        moves.show_wrongly(tables, self.shown, self.covered)

    def _hands(self, tables: Numbers) -> NDArray[np.uint8]:
        return self.covered.hands[tables, self.shown.seats[tables]]

    def _seen(
        self, tables: Numbers, stock_open: NDArray[np.bool_], pile_open: NDArray[np.bool_], *, begun: bool
    ) -> DeclareSeen:
        return DeclareSeen(
            self._course,
            self._judge,
            self.shown,
            tables,
            hands=self._hands(tables),
            drawn=self.covered.drawn[tables] if begun else np.full(tables.size, NO_CARD, dtype=np.int64),
            states=self._seats,
            drawable=(stock_open, pile_open),
        )

    def _asked(self, tables: Numbers) -> list[tuple[DeclareStrategy, NDArray[np.intp]]]:
        """Return each strategy with the places in `tables` where it has the move."""
        if len(self._groups) == 1:
            return [(self._groups[0][0], np.arange(tables.size))]
        seats = self.shown.seats[tables]
        split = [(strategy, np.flatnonzero(mine[seats])) for strategy, mine in self._groups]
        return [(strategy, places) for strategy, places in split if places.size]

    def _refuse(self, tables: Numbers, chosen: Numbers, words: tuple[str, ...], cards: Numbers | None = None) -> None:
        if not tables.size:
            return
        table, act = int(tables[0]), int(chosen[0])
        seat = int(self.shown.seats[table])
        word = words[act] if 0 <= act < len(words) else f"action {act}"
        named = word if cards is None else f"{word} (card {int(cards[0])})"
        deal, turn = self._block.first_deal + int(self._places[table]), int(self.shown.turns[table]) + 1
        raise RunError(
            f"{self._block.strategies[seat].name} asked for what is not a legal action: {named}",
            where=f"deal {deal}, seat {seat}, turn {turn}",
        )


def _groups(strategies: tuple[DeclareStrategy, ...]) -> list[tuple[DeclareStrategy, NDArray[np.bool_]]]:
    """Return each different strategy with the seats it decides for."""
    different = [each for seat, each in enumerate(strategies) if each not in strategies[:seat]]
    return [(each, np.array([each == other for other in strategies])) for each in different]
