"""What is played, and the hash that names it; one chunk of it, played in every rotation and counted."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from meldlab.kernels.jit import kernel_version
from meldlab.sim.errors import RunError
from meldlab.sim.jobs import ChunkResult
from meldlab.sim.play.block import Block, Game, Strategy
from meldlab.sim.play.counts import PlayCounts
from meldlab.sim.play.games import make_game, played_game
from meldlab.sim.play.strategies import make_strategy
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.stopping import StopSignal
from meldlab.sim.task import Chunked

#: Deals of a chunk: the unit of work and of storage.  Which cards a deal has depends on its number alone.
CHUNK_DEALS = 2**12
#: Deals between two looks at the stop signal.
SLICE_DEALS = 2**9


@dataclass(frozen=True)
class PlayTask(Chunked[PlayCounts]):
    """A question about played deals.

    Attributes
    ----------
    game, ruleset_sha256, ruleset_json, objective, kernel_version, chunk_deals
        As in `sim.task.Task`.
    players : int
    strategies : tuple of str
        One a player, written with all their numbers.
    contract : str or None
    rotations : int
        In how many ways the players are seated over the same cards: rotations 0, 1, ...
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
    chunk_deals: int = CHUNK_DEALS

    @classmethod
    def of(
        cls, ruleset: Ruleset, strategies: Sequence[str], *, players: int | None, contract: str | None
    ) -> "PlayTask":
        """Return the task of these strategies: one a player, or one for all of them.

        Raises
        ------
        RulesError, StrategyError, RunError
            So many do not play, or there is no such strategy or contract.
        """
        how = played_game(ruleset.objective)
        texts = list(strategies)
        if not texts:
            raise RunError("somebody has to play", where="strategies", allowed=", ".join(how.strategies))
        seats = players if players is not None else len(texts) if len(texts) > 1 else how.players
        if len(texts) == 1:
            texts *= seats
        if len(texts) != seats:
            raise RunError(
                f"{len(texts)} strategies for {seats} players",
                where="strategies",
                remedy=f"Give one for all players, or {seats}",
            )
        make_game(ruleset, players=seats, contract=contract)  # refuses what the rules do not seat
        named = tuple(make_strategy(text, how.strategies).name for text in texts)
        return cls(
            game=ruleset.name,
            ruleset_sha256=ruleset.sha256,
            ruleset_json=ruleset.canonical_json(),
            objective=ruleset.objective,
            players=seats,
            strategies=named,
            contract=contract,
            rotations=1 if len({*named}) == 1 else seats,
            kernel_version=kernel_version(),
        )

    def nothing(self) -> PlayCounts:
        """Return the counts of no deals."""
        return PlayCounts.nothing()

    def read(self, frame: pl.DataFrame) -> PlayCounts:
        """Return the counts that a stored frame describes; ValueError if it describes none."""
        return PlayCounts.read(frame)

    def document(self) -> dict[str, Any]:
        """Return what the task's id is the hash of."""
        return {
            "question": "play",
            "ruleset_sha256": self.ruleset_sha256,
            "players": self.players,
            "strategies": list(self.strategies),
            "contract": self.contract,
            "rotations": self.rotations,
            "kernel_version": self.kernel_version,
            "chunk_deals": self.chunk_deals,
        }


@dataclass(frozen=True)
class PlayJob:
    """Plays the chunk it is called with, in every rotation; a pure function of task, seed and chunk.

    Attributes
    ----------
    task, ruleset, seed
        What is played.
    deals : int
        Deals of the whole run.
    stop : StopSignal
        Looked at between slices.
    """

    task: PlayTask
    ruleset: Ruleset
    seed: int
    deals: int
    stop: StopSignal
    keep_hands: bool = field(default=False, init=False)

    @cached_property
    def game(self) -> Game:
        """The game; made once in each process."""
        return make_game(self.ruleset, players=self.task.players, contract=self.task.contract)

    def blocks(self, first_deal: int, deals: int, *, log: bool = False) -> list[Block]:
        """Return the deals ``first_deal, ...`` as blocks, one a rotation."""
        players = self.task.players
        known = played_game(self.task.objective).strategies
        # New ones each time: some have scratch arrays, which threads must not share.
        seated: tuple[Strategy, ...] = tuple(make_strategy(text, known) for text in self.task.strategies)
        return [
            Block(
                seed=self.seed,
                first_deal=first_deal,
                deals=deals,
                strategies=tuple(seated[(seat - rotation) % players] for seat in range(players)),
                log=log,
            )
            for rotation in range(self.task.rotations)
        ]

    def __call__(self, chunk: int) -> ChunkResult[PlayCounts]:
        """Return the counts of chunk number `chunk`."""
        begun = time.perf_counter()
        share = self.task.chunk_share(chunk, self.deals)
        score = played_game(self.task.objective).score
        done = 0
        parts = []
        while done < share and not self.stop.is_set():
            size = min(SLICE_DEALS, share - done)
            blocks = self.blocks(chunk * self.task.chunk_deals + done, size)
            rotations = [self.game.play(block) for block in blocks]
            names = self.task.strategies
            parts.append(PlayCounts.of(rotations, self.game.columns, strategies=names, score=score))
            done += size
        return ChunkResult(chunk, done, PlayCounts.nothing().plus(parts), time.perf_counter() - begun, None)
