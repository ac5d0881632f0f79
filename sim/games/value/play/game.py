"""Deals of a `value` game played by strategies: the loop over turns, many tables in step."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.goals import value_goal
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.laying import lay
from meldlab.kernels.value.table.score import BONUS, LAID, LEFT, SUMS, score
from meldlab.kernels.value.table.turn import TAKE_POZO, draw, end_turns, list_draws, throw
from meldlab.sim.common.errors import RulesError, RunError
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.games.value.play.dealing import Dealt, dealt_block
from meldlab.sim.games.value.play.faults import DRAW_FAULTS, LAY_FAULTS
from meldlab.sim.games.value.play.log import ValueRecorder, class_names
from meldlab.sim.games.value.play.lower import lower_value_play
from meldlab.sim.games.value.play.observation import ValueSeen, ValueStrategy
from meldlab.sim.rules import Ruleset
from meldlab.sim.table.block import Block, Played, SeatColumn

#: More acts in one turn than any hand has cards: somebody moves wild cards to and fro.
MOST_ACTS = 4096


class ValueGame:
    """A `value` game that strategies play: four seats, sides 0 (seats 0 and 2) and 1.

    Parameters
    ----------
    ruleset : Ruleset
    players : int
        Four.

    Raises
    ------
    RulesError
        If the ruleset has another objective, or another number of players.
    """

    def __init__(self, ruleset: Ruleset, *, players: int = state.SEATS) -> None:
        if players != state.SEATS:
            raise RulesError(f"{players} players", where=f"rules {ruleset.name}", allowed=f"{state.SEATS} players")
        self.ruleset = ruleset
        self.rules = lower_value(ruleset)
        self.play_rules = lower_value_play(ruleset)
        self.goal = value_goal(self.rules)
        self.names = class_names(list(ruleset.special.melds))

    @property
    def columns(self) -> tuple[SeatColumn, ...]:
        """The outcomes of `play`."""
        return (
            SeatColumn("turns", "turns that were played", of_seat=False, least=0),
            SeatColumn("reason", "why the deal ended", of_seat=False, labels=("", "close", "max-turns", "stock-end")),
            SeatColumn("winner", "the side with more points, -1 when equal", of_seat=False),
            SeatColumn("points", "points of the seat's side", of_seat=True),
            SeatColumn("won", "the seat's side has more points", of_seat=True, kind="share"),
            SeatColumn("closed", "the seat closed the deal", of_seat=True, kind="share"),
            SeatColumn("laid", "value of the melds of the seat's side", of_seat=True, least=0),
            SeatColumn("left", "what the cards left to the seat's side cost", of_seat=True, least=0),
            SeatColumn(
                "bonus",
                "bonus of the seat's side for closing",
                of_seat=True,
                kind="either",
                least=0,
                most=self.play_rules.close_bonus,
            ),
            SeatColumn("pozos", "how often the seat took the pozo", of_seat=True, kind="count"),
            SeatColumn("rescued", "wild cards that the seat rescued", of_seat=True, kind="count"),
            SeatColumn("signals", "signals that the seat gave", of_seat=True, kind="count"),
            *(
                SeatColumn(name, f"melds of the seat's side that score as {name}", of_seat=True, kind="count")
                for name in self.names[2:]
            ),
        )

    def prepare(self) -> None:
        """Compile every kernel of the loop and of the compiled strategies by playing a deal with one of each."""
        from meldlab.sim.games.value.play.strategies import STRATEGIES

        seats = tuple(make() for make in STRATEGIES.values())
        self.play(Block(seed=0, first_deal=0, deals=1, strategies=seats))

    def play(self, block: Block, places: NDArray[np.int64] | None = None) -> Played:
        """Return what came of the deals of `block` at `places`, counted from its first; of all when it is None.

        Raises
        ------
        RunError
            If a strategy answers with something that the rules forbid.
        """
        return _Tables(self, dealt_block(self.ruleset, block, places)).play()


class _Tables:
    """One block while it is played."""

    def __init__(self, game: ValueGame, dealt: Dealt) -> None:
        self.game, self.dealt = game, dealt
        self.public, self.hidden = dealt.public, dealt.hidden
        deals = len(dealt.numbers)
        self.reason = np.zeros(deals, dtype=np.int64)
        self.closer = np.full(deals, -1, dtype=np.int64)
        self.turns = np.zeros(deals, dtype=np.int64)
        self.pozos = np.zeros((deals, state.SEATS), dtype=np.int64)
        self.rescued = np.zeros((deals, state.SEATS), dtype=np.int64)
        self.recorder = ValueRecorder(game.names, self.public, self.hidden) if dealt.log else None
        self._room = (
            np.zeros(state.KINDS, dtype=np.int8),
            np.zeros(2 * state.CELLS, dtype=np.int64),
            np.zeros(state.COLUMNS, dtype=np.int16),
        )

    def play(self) -> Played:
        """Play turn after turn until no table is left."""
        live = np.arange(len(self.dealt.numbers))
        turn = 0
        while live.size:
            live = self._turn(turn, live)
            turn += 1
        return self._outcomes()

    def _seen(self, turn: int, tables: NDArray[np.int64]) -> ValueSeen:
        game, seat = self.game, turn % state.SEATS
        hands = self.hidden.hands[tables, seat]
        return ValueSeen(
            tables, seat, turn, hands, self.public, self.dealt.states[seat], game.rules, game.play_rules, game.goal
        )

    def _turn(self, turn: int, live: NDArray[np.int64]) -> NDArray[np.int64]:
        """Play one turn at the tables `live` and return those where another follows."""
        strategy = self.dealt.strategies[turn % state.SEATS]
        live = self._draw(strategy, turn, live)
        self._lay(strategy, turn, live)
        closed = self._throw(strategy, turn, live)
        self.turns[live] = turn + 1
        reshuffled = np.zeros(live.size, dtype=np.int64)
        play = self.game.play_rules
        end_turns(live, turn + 1, closed, play, self.public, self.hidden, self.reason, reshuffled)
        if self.recorder is not None:
            self.recorder.reshuffled(live, reshuffled)
        return self._playing(live)

    def _draw(self, strategy: ValueStrategy, turn: int, live: NDArray[np.int64]) -> NDArray[np.int64]:
        rules, play, seat = self.game.rules, self.game.play_rules, turn % state.SEATS
        open_draws = np.zeros(live.size, dtype=np.uint8)
        list_draws(live, seat, rules, play, self.public, self.hidden, *self._room, open_draws)
        choices = np.asarray(strategy.draw(self._seen(turn, live), open_draws), dtype=np.int64)
        self._same_length(strategy, choices, live)
        drawn, wrong = np.zeros(live.size, dtype=np.int64), np.zeros(live.size, dtype=np.int64)
        if self.recorder is not None:
            self.recorder.before_draw(live)
        draw(live, seat, choices, open_draws, play, self.public, self.hidden, drawn, self.reason, wrong)
        self._refuse(strategy, turn, live, wrong, DRAW_FAULTS)
        takes = live[choices == TAKE_POZO]
        self.pozos[takes, seat] += 1
        if self.recorder is not None:
            self.recorder.drawn(seat, live, choices, drawn)
        return self._playing(live)

    def _lay(self, strategy: ValueStrategy, turn: int, live: NDArray[np.int64]) -> None:
        """Let seats lay and rescue until they stop or have no card left (rules, 9.2)."""
        rules, play, seat = self.game.rules, self.game.play_rules, turn % state.SEATS
        for _ in range(MOST_ACTS):
            live = live[self.public.hand_sizes[live, seat] > 0]
            if not live.size:
                return
            actions = np.asarray(strategy.lay(self._seen(turn, live)), dtype=np.int16)
            self._same_length(strategy, actions, live)
            wrong = np.zeros(live.size, dtype=np.int64)
            if self.recorder is not None:
                self.recorder.before_laying(seat, live)
            lay(live, seat, actions, rules, play, self.public, self.hidden, wrong)
            self._refuse(strategy, turn, live, wrong, LAY_FAULTS)
            self.rescued[live[actions[:, state.ACT] == state.RESCUE], seat] += 1
            if self.recorder is not None:
                self.recorder.laid(seat, live, actions)
            live = live[actions[:, state.ACT] != state.STOP]
        raise RunError(f"{strategy.name} makes more than {MOST_ACTS} acts in a turn", where=self._where(turn, live[0]))

    def _throw(self, strategy: ValueStrategy, turn: int, live: NDArray[np.int64]) -> NDArray[np.uint8]:
        seat, closed = turn % state.SEATS, np.zeros(live.size, dtype=np.uint8)
        if not live.size:
            return closed
        cards = np.asarray(strategy.throw(self._seen(turn, live)), dtype=np.int64)
        self._same_length(strategy, cards, live)
        wrong = np.zeros(live.size, dtype=np.int64)
        throw(live, seat, cards, self.game.play_rules, self.public, self.hidden, closed, wrong)
        self._refuse(strategy, turn, live, wrong, DRAW_FAULTS)
        self.closer[live[closed == 1]] = seat
        if self.recorder is not None:
            self.recorder.thrown(seat, live, cards, closed)
        return closed

    def _playing(self, tables: NDArray[np.int64]) -> NDArray[np.int64]:
        found: NDArray[np.int64] = tables[self.reason[tables] == state.PLAYING]
        return found

    def _where(self, turn: int, table: np.int64) -> str:
        return f"deal {self.dealt.numbers[table]}, turn {turn + 1}, seat {turn % state.SEATS}"

    def _same_length(self, strategy: ValueStrategy, answers: NDArray[np.generic], live: NDArray[np.int64]) -> None:
        if len(answers) != len(live):
            raise RunError(f"{strategy.name} gives {len(answers)} answers", allowed=f"{len(live)}, one a table")

    def _refuse(
        self,
        strategy: ValueStrategy,
        turn: int,
        live: NDArray[np.int64],
        wrong: NDArray[np.int64],
        faults: dict[int, str],
    ) -> None:
        for row in np.flatnonzero(wrong)[:1]:
            raise RunError(f"{strategy.name}: {faults[int(wrong[row])]}", where=self._where(turn, live[row]))

    def _outcomes(self) -> Played:
        game, deals = self.game, len(self.dealt.numbers)
        sums = np.zeros((deals, state.SIDES, SUMS), dtype=np.int64)
        classes = np.zeros((deals, state.SIDES, len(game.names)), dtype=np.int64)
        crossed = np.zeros((deals, state.SIDES), dtype=np.int64)
        play = game.play_rules
        score(self.reason, self.closer, game.rules, play, game.goal, self.public, self.hidden, sums, classes, crossed)
        points = sums[:, :, LAID] - sums[:, :, LEFT] + sums[:, :, BONUS]
        ahead = np.sign(points[:, 0] - points[:, 1])
        winner = np.where(ahead == 0, -1, np.where(ahead > 0, 0, 1))
        sides = np.arange(state.SEATS) % state.SIDES
        columns = {
            "turns": self.turns,
            "reason": self.reason,
            "winner": winner,
            "points": points[:, sides],
            "won": (winner[:, None] == sides).astype(np.int64),
            "closed": (self.closer[:, None] == np.arange(state.SEATS)).astype(np.int64),
            "laid": sums[:, sides, LAID],
            "left": sums[:, sides, LEFT],
            "bonus": sums[:, sides, BONUS],
            "pozos": self.pozos,
            "rescued": self.rescued,
            "signals": self._signals(),
            **{name: classes[:, sides, number] for number, name in enumerate(game.names) if number > 1},
        }
        logs: tuple[dict[str, object], ...] = ()
        if self.recorder is not None:
            logs = self.recorder.lines(game, self.reason, self.turns, winner, sums)
        return Played(columns, logs)

    def _signals(self) -> NDArray[np.int64]:
        given = self.public.signal
        return np.stack([(given == seat + 1).sum(axis=(1, 2)) for seat in range(state.SEATS)], axis=1).astype(np.int64)
