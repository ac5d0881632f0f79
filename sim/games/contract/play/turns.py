"""Continental deals played by strategies: the rounds of a turn strung together for many tables in lockstep.

All tables are at the same turn, so the same seat moves everywhere.  Strategies are asked only where the rules leave a
choice, and what they answer is checked before it is done.
"""

from dataclasses import dataclass, field
from typing import cast

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.rules import JOKER
from meldlab.kernels.contract.table import cards, state
from meldlab.kernels.contract.table.moves import go_down, make_moves
from meldlab.kernels.contract.table.state import NONE, Numbers, new_tables
from meldlab.sim.common.errors import RunError
from meldlab.sim.games.contract.play.hand_values import ContractJudge
from meldlab.sim.games.contract.play.observation import ContractSeen, ContractStrategy, Flags
from meldlab.sim.games.contract.play.play_rules import ContractCourse
from meldlab.sim.table.block import Block

#: Times a seat may be asked for further moves in one turn; nobody who means to end it needs as many.
_MOST_ASKED = 100
#: Events of a turn besides moves, with room to spare.
_TURN_EVENTS = 64


class Dealt:
    """Packs and random states of some deals of a block, and who plays them.

    Parameters
    ----------
    block : Block
    places : int64, shape (deals,)
        Which deals of the block.
    packs : uint8, shape (deals, cards of the pack)
        In the order of dealing.

    Attributes
    ----------
    strategies : tuple of ContractStrategy
        One a seat.
    packs
    shuffles : uint64, shape (deals, 4)
        Random states for reshuffles.
    seats : uint64, shape (seats, deals, 4)
        Random states of each seat.
    numbers : int64, shape (deals,)
        What the deals are called in messages.
    given : tuple of tuple of tuple of int
        For each deal the stocks after its first reshuffles; later ones are random. None: all are.
    log : bool
    """

    def __init__(self, block: Block, places: Numbers, packs: NDArray[np.uint8]) -> None:
        self.strategies = cast(tuple[ContractStrategy, ...], block.strategies)
        self.packs = packs
        self.shuffles = np.ascontiguousarray(block.shuffle_states()[:, places].T)
        self.seats = np.ascontiguousarray(block.seat_states()[:, places].transpose(2, 1, 0))
        self.numbers = block.first_deal + places
        self.given = tuple(layout.shuffles for layout in block.layouts)
        self.log = block.log


@dataclass
class Tables:
    """Tables at play; `play` plays them to the end."""

    course: ContractCourse
    judge: ContractJudge
    dealt: Dealt
    stocks: dict[int, list[list[int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        course, deals = self.course, len(self.dealt.packs)
        self.public, self.hidden = new_tables(
            deals,
            seats=course.players,
            cards=course.pack,
            melds_a_seat=course.table_rules.melds_a_seat,
            events=256 if self.dealt.log else 0,
        )
        cards.deal(self.dealt.packs, course.cards, self.public, self.hidden)
        self.turns = np.zeros(deals, dtype=np.int64)
        self._drawn, self._from_pile = np.full(deals, NONE, dtype=np.int64), np.zeros(deals, dtype=np.int64)
        self._laid, self._down_now = np.zeros(deals, dtype=np.int64), np.zeros(deals, dtype=np.int64)
        self._needed = np.zeros(JOKER + 1, dtype=np.int64)

    def play(self) -> None:
        """Play every deal until it is closed or void."""
        live = np.arange(len(self.turns), dtype=np.int64)
        for turn in range(self.course.play.max_turns):
            live = self._turn(live, turn % self.course.players, turn)
            if not live.size:
                return
        cards.end_void(live, self.course.points, self.hidden)

    def _turn(self, live: Numbers, seat: int, turn: int) -> Numbers:
        """Play one turn at the tables `live`, return those that go on."""
        self._make_room(_TURN_EVENTS)
        self._drawn[live], self._from_pile[live], self._laid[live], self._down_now[live] = NONE, 0, 0, 0
        live = self._draw(live, seat, turn)
        self._go_down(live, seat, turn)
        self._lay_off(live, seat, turn)
        sizes = self.public.sizes[live, seat]
        closing = (self.public.seats[live, seat, state.WENT_DOWN] > 0) & (sizes <= 1)
        if closing.any():
            course = self.course
            cards.close(live[closing], seat, self._down_now, course.points, course.pay, self.public, self.hidden)
            live = live[~closing]
        if live.size:
            self._throw(live, seat, turn)
        return live

    def _draw(self, live: Numbers, seat: int, turn: int) -> Numbers:
        course, public, hidden = self.course, self.public, self.hidden
        takes = np.zeros(len(live), dtype=np.int64)
        (offered,) = np.nonzero(public.available[live] != NONE)
        if offered.size:
            seen = self._seen(live[offered], seat, turn)
            takes[offered] = _flags(self.dealt.strategies[seat].choose_draw(seen), seen)
        live, takes = self._end_stuck(live, takes)
        refused = live[(takes == 0) & (public.available[live] != NONE)]
        if course.contra_first and refused.size:
            self._contra(refused, seat, turn)
            live, takes = self._end_stuck(live, takes)
        self._reshuffle(live[(takes == 0) & (public.stock[live] == 0)])
        self._from_pile[live] = takes
        cards.draw(live, takes, seat, public, hidden, self._drawn)
        self.turns[live] += 1
        if not course.contra_first and refused.size:
            self._contra(refused[hidden.reason[refused] == state.PLAYING], seat, turn)
        return live

    def _end_stuck(self, live: Numbers, takes: Numbers) -> tuple[Numbers, Numbers]:
        """End deals whose seat in turn takes nothing and can draw nothing (9.7)."""
        stuck = (takes == 0) & (self._cards_to_draw(live) == 0)
        if not stuck.any():
            return live, takes
        cards.end_void(live[stuck], self.course.points, self.hidden)
        return live[~stuck], takes[~stuck]

    def _cards_to_draw(self, rows: Numbers) -> Numbers:
        kept = self.public.available[rows] != NONE
        return np.asarray(self.public.stock[rows] + self.hidden.piled[rows] - kept, dtype=np.int64)

    def _contra(self, rows: Numbers, seat: int, turn: int) -> None:
        """Ask the others in the order of their turns who takes the card that the seat refused (6.1 to 6.6)."""
        course, public = self.course, self.public
        if not course.play.contra or (turn == 0 and not course.play.contra_first_card):
            return
        rows = rows[self._cards_to_draw(rows) >= course.play.contra_penalty]
        for step in range(1, course.players):
            other = (seat + step) % course.players
            if step == course.players - 1 and turn > 0 and not course.play.contra_discarder:
                break
            counts = public.seats[rows, other]
            may = counts[:, state.CONTRAS] < course.contra_limit
            if not course.play.contra_after_down:
                may &= counts[:, state.WENT_DOWN] == 0
            asked = rows[may]
            if not asked.size:
                continue
            seen = self._seen(asked, other, turn, in_turn=False)
            wants = _flags(self.dealt.strategies[other].choose_contra(seen), seen)
            takers = asked[wants != 0]
            self._reshuffle(takers[public.stock[takers] < course.play.contra_penalty])
            cards.take_contra(asked, wants, other, course.play.contra_penalty, public, self.hidden)
            rows = rows[public.available[rows] != NONE]

    def _go_down(self, live: Numbers, seat: int, turn: int) -> None:
        rows = live[self.public.seats[live, seat, state.WENT_DOWN] == 0]
        if rows.size:
            rows = rows[self.judge.can_go_down(self.hidden.hands[rows, seat])]
        if not rows.size:
            return
        seen = self._seen(rows, seat, turn)
        goes, laid = self.dealt.strategies[seat].choose_down(seen)
        chosen = _flags(goes, seen) != 0
        rows, laid = rows[chosen], np.ascontiguousarray(laid[chosen], dtype=np.int64)
        own_turn = turn // self.course.players + 1
        rules = self.course.down_rules
        self._refuse(go_down(rows, laid, seat, own_turn, rules, self._needed, self.public, self.hidden), rows, seat)
        self._down_now[rows] = 1

    def _lay_off(self, live: Numbers, seat: int, turn: int) -> None:
        may = (self.public.seats[live, seat, state.WENT_DOWN] > 0) & (self.public.sizes[live, seat] > 0)
        if not self.course.table_rules.lay_off_same_turn:
            may &= self._down_now[live] == 0
        rows = live[may]
        for _ in range(_MOST_ASKED):
            if not rows.size:
                return
            moves = self.dealt.strategies[seat].choose_moves(self._seen(rows, seat, turn))
            moves = np.ascontiguousarray(moves, dtype=np.int64)
            self._make_room(moves.shape[1] + _TURN_EVENTS)
            stopped = np.zeros(len(rows), dtype=np.int64)
            rules = self.course.table_rules
            wrong = make_moves(rows, moves, seat, self._laid, rules, self.public, self.hidden, stopped)
            self._refuse(wrong, rows, seat)
            rows = rows[(stopped == 0) & (self.public.sizes[rows, seat] > 0)]
        self._refuse(0, rows, seat, "never ends its turn")

    def _throw(self, rows: Numbers, seat: int, turn: int) -> None:
        seen = self._seen(rows, seat, turn)
        thrown = np.asarray(self.dealt.strategies[seat].choose_discard(seen), dtype=np.int64)
        inside = (thrown >= 0) & (thrown <= JOKER)
        legal = inside & seen.throwable[np.arange(len(rows)), np.where(inside, thrown, 0)]
        if not legal.all():
            self._refuse(int(np.argmin(legal)), rows, seat, "throws a card that it may not throw")
        cards.throw(rows, thrown, seat, self.public, self.hidden)

    def _reshuffle(self, rows: Numbers) -> None:
        if not rows.size:
            return
        with np.errstate(over="ignore"):
            cards.reshuffle(rows, self.dealt.shuffles, self.public, self.hidden)
        if not self.dealt.given and not self.dealt.log:
            return
        for table in rows.tolist():
            number, left = int(self.hidden.reshuffles[table]), int(self.public.stock[table])
            if self.dealt.given and number <= len(self.dealt.given[table]):
                order = np.array(self.dealt.given[table][number - 1][::-1], dtype=np.uint8)
                if sorted(order.tolist()) != sorted(self.hidden.stock[table, :left].tolist()):
                    raise RunError("the given shuffle is not of the cards to be shuffled", where=self._place(table))
                self.hidden.stock[table, :left] = order
            if self.dealt.log:
                self.stocks.setdefault(table, []).append(self.hidden.stock[table, :left][::-1].tolist())
                cards.record_reshuffle(table, self.hidden)

    def _seen(self, rows: Numbers, seat: int, turn: int, *, in_turn: bool = True) -> ContractSeen:
        return ContractSeen(
            course=self.course,
            judge=self.judge,
            public=self.public,
            rows=rows,
            seat=seat,
            turn=turn,
            hands=self.hidden.hands[rows, seat],
            drawn=self._drawn[rows] if in_turn else np.full(len(rows), NONE, dtype=np.int64),
            from_pile=(self._from_pile[rows] != 0) & in_turn,
            laid=self._laid[rows] if in_turn else np.zeros(len(rows), dtype=np.int64),
            states=self.dealt.seats[seat],
        )

    def _make_room(self, more: int) -> None:
        events = self.hidden.events
        if events.shape[1] and int(self.hidden.recorded.max(initial=0)) + more > events.shape[1]:
            longer = np.zeros((len(events), 2 * events.shape[1] + more, events.shape[2]), dtype=np.int64)
            longer[:, : events.shape[1]] = events
            self.hidden = self.hidden._replace(events=longer)

    def _refuse(self, place: int, rows: Numbers, seat: int, what: str = "does what the rules forbid") -> None:
        if place != NONE:
            name = self.dealt.strategies[seat].name
            raise RunError(f"{name} {what}", where=f"{self._place(int(rows[place]))}, seat {seat}")

    def _place(self, table: int) -> str:
        return f"deal {self.dealt.numbers[table]}, turn {self.turns[table]}"


def _flags(answer: Flags, seen: ContractSeen) -> Numbers:
    flags = np.asarray(answer)
    if flags.shape != (len(seen),):
        raise RunError("a strategy answered for another number of tables", where=f"seat {seen.seat}")
    return cast(Numbers, (flags != 0).astype(np.int64))
