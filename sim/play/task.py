"""What is played, and the hash that names it; one chunk of it, played in every rotation and counted."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar

import polars as pl

from meldlab.kernels.jit import kernel_version
from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.jobs import ChunkResult
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.counting.task import Chunked
from meldlab.sim.games.family import FamilyPlay
from meldlab.sim.games.registry import family_called, family_of, make_game, make_match
from meldlab.sim.play.counts import PlayCounts
from meldlab.sim.play.players import Chosen, choose, refuse_namesakes
from meldlab.sim.play.slices import Pace
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.table.block import Block, Game, Played, SeatColumn, Strategy
from meldlab.sim.table.player_errors import naming_deals, naming_rotation

#: Deals of a chunk: the unit of work and of storage.  Which cards a deal has depends on its number alone.
CHUNK_DEALS = 2**12
#: The fewest deals between two looks at the stop signal.
SLICE_DEALS = 2**9
#: Matches of a chunk.
CHUNK_MATCHES = 2**8

#: The format of the log of a deal.
FORMAT = "meldlab-deal/1"


class DealsTask(Chunked[PlayCounts]):
    """A question about played deals, whatever is counted of them."""

    def nothing(self) -> PlayCounts:
        """Return the counts of no deals."""
        return PlayCounts.nothing()

    def read(self, frame: pl.DataFrame) -> PlayCounts:
        """Return the counts that a stored frame describes; ValueError if it describes none."""
        return PlayCounts.read(frame)


@dataclass(frozen=True)
class PlayTask(DealsTask):
    """A question about deals played by strategies.

    Attributes
    ----------
    game, ruleset_sha256, ruleset_json, objective, kernel_version, chunk_deals
        As in `sim.simulate.task.Task`.
    players : int
    strategies : tuple of str
        One a player, written with all their numbers.
    contract : str or None
    rotations : int
        In how many ways the players are seated over the same cards: rotations 0, 1, ...; further ones would seat the
        same strategies alike again.
    chosen : tuple of Chosen
        What makes the strategies.
    match : bool
        Whether whole matches are played; "deals" are matches then.
    """

    game: str
    ruleset_sha256: str
    ruleset_json: str
    objective: str
    players: int
    strategies: tuple[str, ...]
    contract: str | None
    rotations: int
    kernel_version: str
    chosen: tuple[Chosen, ...]
    chunk_deals: int = CHUNK_DEALS
    match: bool = False

    @classmethod
    def of(
        cls,
        ruleset: Ruleset,
        strategies: Sequence[object],
        *,
        players: int | None = None,
        contract: str | None = None,
        match: bool = False,
    ) -> "PlayTask":
        """Return the task of these strategies: one a player, or one for all of them.

        Raises
        ------
        RulesError, StrategyError, RunError
            So many do not play, or there is no such strategy or contract.
        """
        how = family_of(ruleset).play
        given = list(strategies)
        if not given:
            raise RunError("somebody has to play", where="strategies", allowed=", ".join(how.strategies))
        seats = players if players is not None else len(given) if len(given) > 1 else how.players
        if len(given) == 1:
            given *= seats
        if len(given) != seats:
            raise RunError(
                f"{len(given)} strategies for {seats} players",
                where="strategies",
                remedy=f"Give one for all players, or {seats}",
            )
        if match and contract is not None:
            raise RunError("a match is of all contracts in turn", where="contract", remedy="Leave it out")
        # refuses what the rules do not seat
        if match:
            make_match(ruleset, players=seats)
        else:
            make_game(ruleset, players=seats, contract=contract)
        chosen = tuple(choose(each, how) for each in given)
        refuse_namesakes(chosen)
        named = tuple(each.name for each in chosen)
        return cls(
            game=ruleset.name,
            ruleset_sha256=ruleset.sha256,
            ruleset_json=ruleset.canonical_json(),
            objective=ruleset.objective,
            players=seats,
            strategies=named,
            contract=contract,
            rotations=_different_rotations(named),
            kernel_version=kernel_version(),
            chosen=chosen,
            chunk_deals=CHUNK_MATCHES if match else CHUNK_DEALS,
            match=match,
        )

    def document(self) -> dict[str, Any]:
        """Return what the task's id is the hash of."""
        sources = {each.name: each.source_sha256 for each in self.chosen if each.source_sha256 is not None}
        return {
            "question": "match" if self.match else "play",
            "ruleset_sha256": self.ruleset_sha256,
            "players": self.players,
            "strategies": list(self.strategies),
            "contract": self.contract,
            "rotations": self.rotations,
            "kernel_version": self.kernel_version,
            "chunk_deals": self.chunk_deals,
            **({"sources": sources} if sources else {}),
        }


class DealsJob(ABC):
    """Plays and counts the chunk it is called with; a pure function of task, seed and chunk.

    Attributes
    ----------
    task, seed
        What is played.
    deals : int
        Deals of the whole run.
    stop : StopSignal
        Looked at between slices.
    """

    task: Chunked[PlayCounts]
    seed: int
    deals: int
    stop: StopSignal
    keep_hands: ClassVar[bool] = False
    slice_deals: ClassVar[int] = SLICE_DEALS

    def __getstate__(self) -> dict[str, Any]:
        """Travel without the game, whose tables are quicker built than sent."""
        return {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]

    @property
    @abstractmethod
    def columns(self) -> tuple[SeatColumn, ...]:
        """The outcomes that are counted."""

    @property
    def how(self) -> FamilyPlay:
        """What players are compared by."""
        return family_called(self.task.objective).play

    @property
    def compiles(self) -> str:
        """Named after the objective."""
        return f"play-{self.task.objective}"

    @cached_property
    def pace(self) -> Pace:
        """How many deals are played together; found out in each process."""
        return Pace(self.slice_deals)

    @abstractmethod
    def prepare(self) -> None:
        """Compile and build tables; may be slow."""

    @abstractmethod
    def counts(self, first_deal: int, deals: int) -> PlayCounts:
        """Return what came of the deals ``first_deal, ...``."""

    def __call__(self, chunk: int) -> ChunkResult[PlayCounts]:
        """Return the counts of chunk number `chunk`."""
        begun, done, parts = time.perf_counter(), 0, []
        for part in self.pace.slices(self.task.chunk_share(chunk, self.deals), self.stop):
            parts.append(self.counts(chunk * self.task.chunk_deals + part.start, len(part)))
            done = part.stop
        return ChunkResult(chunk, done, PlayCounts.nothing().plus(parts), time.perf_counter() - begun, None)


@dataclass(frozen=True)
class PlayJob(DealsJob):
    """Plays every deal in every rotation."""

    task: PlayTask
    ruleset: Ruleset
    seed: int
    deals: int
    stop: StopSignal

    #: Deals recorded together; more would only fill the memory.
    log_deals: ClassVar[int] = 64

    @cached_property
    def game(self) -> Game:
        """The game; made once in each process."""
        return make_game(self.ruleset, players=self.task.players, contract=self.task.contract)

    @property
    def columns(self) -> tuple[SeatColumn, ...]:
        """The outcomes that are counted."""
        return self.game.columns

    def prepare(self) -> None:
        """Compile and build tables; may be slow."""
        self.game.prepare()

    def seated(self) -> list[tuple[Strategy, ...]]:
        """Return the strategies by seat, one tuple a rotation."""
        players = self.task.players
        # New ones each time: some have scratch arrays, which threads must not share.
        made = [each.make(self.how) for each in self.task.chosen]
        return [
            tuple(made[(seat - rotation) % players] for seat in range(players))
            for rotation in range(self.task.rotations)
        ]

    def blocks(self, first_deal: int, deals: int, *, log: bool = False) -> list[Block]:
        """Return the deals ``first_deal, ...`` as blocks, one a rotation."""
        return [Block(self.seed, first_deal, deals, strategies, log) for strategies in self.seated()]

    def played(self, block: Block, *, rotation: int) -> Played:
        """Return what came of a block of a rotation; where a user's strategy fails, deal and rotation are named."""
        numbers = range(block.first_deal, block.first_deal + block.deals)
        with naming_rotation(rotation, of=self.task.rotations), naming_deals(numbers):
            return self.game.play(block)

    def rotations(self, first_deal: int, deals: int) -> list[Played]:
        """Return what came of the deals ``first_deal, ...``, in each rotation."""
        blocks = self.blocks(first_deal, deals)
        return [self.played(block, rotation=rotation) for rotation, block in enumerate(blocks)]

    def recorded(self, first_deal: int, deals: int, rotations: Sequence[int]) -> Iterator[list[dict[str, Any]]]:
        """Yield the lines of each of the deals ``first_deal, ...``, without what all lines of the log have alike."""
        blocks = self.blocks(first_deal, deals, log=True)
        logs = [(blocks[each], self.played(blocks[each], rotation=each).logs) for each in rotations]
        for number in range(deals):
            yield [
                {
                    "format": FORMAT,
                    "players": block.players,
                    "seed": block.seed,
                    "deal": first_deal + number,
                    "strategies": [strategy.name for strategy in block.strategies],
                    **lines[number],
                }
                for block, lines in logs
            ]

    def counts(self, first_deal: int, deals: int) -> PlayCounts:
        """Return what came of the deals ``first_deal, ...``, of all rotations."""
        rotations, names = self.rotations(first_deal, deals), self.task.strategies
        return PlayCounts.of(rotations, self.columns, strategies=names, score=self.how.score)


def _different_rotations(strategies: tuple[str, ...]) -> int:
    """Return after how many rotations every seat has the same strategy as before."""
    return next(by for by in range(1, len(strategies) + 1) if strategies[by:] + strategies[:by] == strategies)
