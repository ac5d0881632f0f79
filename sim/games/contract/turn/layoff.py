"""The best lay-offs of one turn on a given table, found by going through every state that moves can reach.

Implements sections 8 and 12: A1 and A2 lay cards from the hand on sets and run ends, A3 swaps a natural for the joker
that stands for it, A4 moves a joker from an end of a run.  Only jokers at ends move, so states are few.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from meldlab.kernels.contract.rules import NO_LIMIT
from meldlab.sim.common.notation import PRINTED_JOKER
from meldlab.sim.games.contract.turn.table import NO_RANK, MeldLimits, RunMeld, SetMeld
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import limit_or

_ENDS = (True, False)  # left, right


class State(NamedTuple):
    """A position within the turn."""

    hand: tuple[int, ...]  # copies of each card, 53 numbers
    sets: tuple[SetMeld, ...]
    runs: tuple[RunMeld, ...]
    laid: int  # cards laid off so far where the rules count them, else 0


class Move(NamedTuple):
    """One lay-off, swap or move; melds are numbered sets first, then runs."""

    act: str
    card: int
    meld: int
    cell: int = -1
    to: int = -1
    left: bool = False
    from_left: bool = False


@dataclass(frozen=True)
class Result:
    """The least that stays in hand, and how to get there.

    Attributes
    ----------
    points, cards : int
        Least points and least cards; not always the same way.
    start : State
        Where the moves begin.
    moves : tuple of (State, Move)
        In playable order, to the least points and then the fewest cards; each with the state before it.
    left : tuple of int
        The cards in hand after these moves.
    """

    points: int
    cards: int
    start: State
    moves: tuple[tuple[State, Move], ...]
    left: tuple[int, ...]


class LayoffSearch:
    """Goes through the turns of the player with number 0.

    Parameters
    ----------
    ruleset : Ruleset
    values : sequence of int, length 53
        Points of each card left in hand.
    sets : int
        Sets on the table.
    owners : sequence of int
        Owners of the runs, in the order of the states' runs.
    """

    def __init__(self, ruleset: Ruleset, values: Sequence[int], *, sets: int, owners: Sequence[int]) -> None:
        play = ruleset.play
        self._limits = MeldLimits.of(ruleset)
        self._values = tuple(values)
        self._owners = tuple(owners)
        self._sets = sets
        self._swap = play.joker_swap
        self._moves = play.joker_move
        self._own_only = play.joker_move_by == "owner"
        self._limit = limit_or(play.layoff_limit, NO_LIMIT)
        self._keep = 1 if play.close_needs_discard else 0

    def best(self, starts: Iterable[State]) -> Result | None:
        """Return the best over all starts, None without any."""
        found: tuple[int, int, State, State] | None = None
        fewest = NO_LIMIT
        came: dict[State, tuple[State, Move] | None] = {}
        for start in starts:
            if start in came:
                continue
            came[start] = None
            stack = [start]
            while stack:
                state = stack.pop()
                points, cards = self._left(state)
                fewest = min(fewest, cards)
                if found is None or (points, cards) < found[:2]:
                    found = points, cards, state, start
                if found[0] <= 0 and fewest == self._keep:
                    break
                hopeless = self._hopeless(state)
                if hopeless >= found[:2] and hopeless[1] >= fewest:
                    continue
                for move, reached in self._successors(state):
                    if reached not in came:
                        came[reached] = state, move
                        stack.append(reached)
        if found is None:
            return None
        points, _, state, _ = found
        left = tuple(card for card, copies in enumerate(state.hand) for _ in range(copies))
        moves: list[tuple[State, Move]] = []
        while (step := came[state]) is not None:
            moves.append(step)
            state = step[0]
        return Result(points, fewest, state, tuple(reversed(moves)), left)

    def _left(self, state: State) -> tuple[int, int]:
        return sum(copies * value for copies, value in zip(state.hand, self._values, strict=True)), sum(state.hand)

    def _hopeless(self, state: State) -> tuple[int, int]:
        """Return points and number of the cards that no move can ever lay."""
        suits = {run.suit for run in state.runs}
        ranks = {meld.rank for meld in state.sets}
        points = cards = 0
        if NO_RANK in ranks:
            return 0, 0
        for card, copies in enumerate(state.hand[:PRINTED_JOKER]):
            if copies and card // 13 not in suits and card % 13 not in ranks:
                points += copies * self._values[card]
                cards += copies
        return points, cards

    def _successors(self, state: State) -> Iterator[tuple[Move, State]]:
        if state.laid < self._limit and sum(state.hand) > self._keep:
            forced = self._forced(state)
            if forced is not None:
                yield forced
                return
            for card, copies in enumerate(state.hand):
                if copies:
                    yield from self._lay(state, card)
                    if card != PRINTED_JOKER and self._swap != "off":
                        yield from self._swaps(state, card)
        if self._moves:
            yield from self._joker_moves(state)

    def _forced(self, state: State) -> tuple[Move, State] | None:
        """Return a lay-off that can only help: a natural on the end of the only run of its suit, with no other use."""
        if not self._limits.free or self._limit < NO_LIMIT or self._keep:
            return None
        for place, run in enumerate(state.runs):
            if sum(other.suit == run.suit for other in state.runs) > 1:
                continue
            for left in _ENDS:
                card = run.card(-1 if left else run.length)
                if not state.hand[card] or run.is_joker(0 if left else run.length - 1):
                    continue  # a joker at the end is free to move until a natural lies beyond it
                if not any(run.is_joker(cell) and run.card(cell) == card for cell in range(run.length)):
                    return self._on_run(state, card, place, left=left)
        return None

    def _lay(self, state: State, card: int) -> Iterator[tuple[Move, State]]:
        tried: set[SetMeld] = set()
        for place, meld in enumerate(state.sets):
            grown = None if meld in tried else self._limits.grown_set(meld, card)
            tried.add(meld)
            if grown is not None:
                sets = (*state.sets[:place], grown, *state.sets[place + 1 :])
                yield Move("layoff", card, place), self._played(state, card)._replace(sets=sets)
        for place, run in enumerate(state.runs):
            for left in _ENDS:
                if card in (PRINTED_JOKER, run.card(-1 if left else run.length)):
                    found = self._on_run(state, card, place, left=left)
                    if found is not None:
                        yield found

    def _on_run(self, state: State, card: int, place: int, *, left: bool) -> tuple[Move, State] | None:
        grown = self._limits.grown_run(state.runs[place], left=left, joker=card == PRINTED_JOKER)
        if grown is None:
            return None
        played = self._played(state, card)
        return Move("layoff", card, self._sets + place, left=left), _with_run(played, place, grown)

    def _swaps(self, state: State, card: int) -> Iterator[tuple[Move, State]]:
        for place, run in enumerate(state.runs):
            if self._own_only and self._owners[place] != 0:
                continue
            for cell in range(run.length):
                if not run.is_joker(cell) or run.card(cell) != card:
                    continue
                freed = run._replace(jokers=run.jokers & ~(1 << cell))
                after = _with_run(self._played(state, card), place, freed)
                move = Move("swap", card, self._sets + place, cell)
                if self._swap == "to_hand":
                    yield move, after._replace(hand=_changed(after.hand, PRINTED_JOKER, 1))
                    continue
                for to, left, reached in self._put_joker(after, place, anywhere=self._swap == "any_run"):
                    yield move._replace(to=self._sets + to, left=left), reached

    def _joker_moves(self, state: State) -> Iterator[tuple[Move, State]]:
        for place, run in enumerate(state.runs):
            if self._own_only and self._owners[place] != 0:
                continue
            for from_left in _ENDS:
                if not run.is_joker(0 if from_left else run.length - 1):
                    continue
                source = _with_run(state, place, self._limits.without_end(run, left=from_left))
                for to, left, reached in self._put_joker(source, place, anywhere=False):
                    stays = to == place
                    if left == from_left if stays else run.length <= self._limits.run_min:
                        continue
                    move = Move("move", PRINTED_JOKER, self._sets + place, -1, self._sets + to, left, from_left)
                    yield move, reached

    def _put_joker(self, state: State, source: int, *, anywhere: bool) -> Iterator[tuple[int, bool, State]]:
        """Yield every end of a run where a joker of run `source` may go, and the state after that."""
        for to, run in enumerate(state.runs):
            if anywhere or self._owners[to] == self._owners[source]:
                for left in _ENDS:
                    grown = self._limits.grown_run(run, left=left, joker=True)
                    if grown is not None:
                        yield to, left, _with_run(state, to, grown)

    def _played(self, state: State, card: int) -> State:
        laid = state.laid + 1 if self._limit < NO_LIMIT else 0
        return state._replace(hand=_changed(state.hand, card, -1), laid=laid)


def _changed(hand: tuple[int, ...], card: int, more: int) -> tuple[int, ...]:
    return (*hand[:card], hand[card] + more, *hand[card + 1 :])


def _with_run(state: State, place: int, run: RunMeld) -> State:
    return state._replace(runs=(*state.runs[:place], run, *state.runs[place + 1 :]))
