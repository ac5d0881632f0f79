"""The same deals under two rulesets: what is counted of them, deal by deal; one chunk of it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.common.errors import RulesError
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.play.counts import PlayCounts, seats_of
from meldlab.sim.play.task import DealsJob, DealsTask, PlayJob, PlayTask
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.table.block import SeatColumn

#: Scopes of a row: all seats; one seat; one strategy, `seat` being its first player; the deal; a reason for its end.
ALL, SEAT, STRATEGY, DEAL, REASON = "rules", "rules-seat", "rules-strategy", "rules-deal", "rules-reason"
#: Whose value a row's `player` says it is: that under the first ruleset, under the other, the other's less the first's.
FIRST, OTHER, DIFFERENCE = 0, 1, 2
#: No game has more reasons to end a deal.
REASONS = 8


@dataclass(frozen=True)
class RulesTask(DealsTask):
    """A question about the same deals under two rulesets.

    Attributes
    ----------
    first, other : PlayTask
        The same strategies.
    """

    first: PlayTask
    other: PlayTask

    def __post_init__(self) -> None:
        """Take over what every task has from the first ruleset."""
        names = ("game", "ruleset_sha256", "ruleset_json", "objective", "kernel_version", "chunk_deals")
        self.__dict__.update({name: getattr(self.first, name) for name in names})

    def document(self) -> dict[str, Any]:
        """Return what the task's id is the hash of."""
        return {
            **self.first.document(),
            "question": "play under two rulesets",
            "other_ruleset_sha256": self.other.ruleset_sha256,
        }


@dataclass(frozen=True)
class RulesJob(DealsJob):
    """Plays every deal under both rulesets.

    Attributes
    ----------
    task : RulesTask
    first, other : PlayJob
        The same deals; neither is called, both only say what is played.
    """

    task: RulesTask
    first: PlayJob
    other: PlayJob
    seed: int
    deals: int
    stop: StopSignal

    @property
    def columns(self) -> tuple[SeatColumn, ...]:
        """The outcomes of a deal under the first ruleset."""
        return self.first.columns

    def prepare(self) -> None:
        """Compile and build tables; may be slow."""
        self.first.prepare()
        self.other.prepare()

    def counts(self, first_deal: int, deals: int) -> PlayCounts:
        """Return what came of the deals ``first_deal, ...``, and the differences."""
        first, other = (_sums(job, first_deal, deals) for job in (self.first, self.other))
        rows = {}
        for (scope, seat, name), values in first.items():
            same = other[scope, seat, name]
            for side, counted in ((FIRST, values), (OTHER, same), (DIFFERENCE, same - values)):
                rows[scope, side, seat, name] = counted
        return PlayCounts.of_values(deals, rows)


_Sums = dict[tuple[str, int, str], NDArray[np.int64]]


def _sums(job: PlayJob, first_deal: int, deals: int) -> _Sums:
    """Return sums over the rotations of each deal, by scope, seat and name."""
    task, score = job.task, job.how.score
    rotations = job.rotations(first_deal, deals)
    by_seat = sum(played.columns[score] for played in rotations)
    by_player = sum(np.roll(played.columns[score], -rotation, axis=1) for rotation, played in enumerate(rotations))
    reasons = np.stack([played.columns["reason"] for played in rotations])
    found: _Sums = {
        (ALL, -1, "points"): np.asarray(by_seat).sum(axis=1),
        (DEAL, -1, "turns"): np.asarray(sum(played.columns["turns"] for played in rotations)),
    }
    for seat in range(task.players):
        found[SEAT, seat, "points"] = np.asarray(by_seat)[:, seat]
    for players in seats_of(task.strategies).values():
        found[STRATEGY, players[0], "points"] = np.asarray(by_player)[:, players].sum(axis=1)
    for reason in range(REASONS):
        found[REASON, reason, "reason"] = (reasons == reason).sum(axis=0)
    return found


def check_same_deals(first: Ruleset, other: Ruleset, *, players: int, contract: str | None) -> None:
    """Pass when both rulesets deal the same cards, and play for the same points.

    Raises
    ------
    RulesError
        They do not; names the rule and both its values.
    """
    if first.objective != other.objective:
        raise _other_deals("objective", first, other, (first.objective, other.objective), why="another game")
    ours, theirs = (_dealt(each, players=players, contract=contract) for each in (first, other))
    for key, value in ours.items():
        if theirs.get(key) != value:
            raise _other_deals(key, first, other, (value, theirs.get(key)), why="other cards, so not the same deals")


def _dealt(ruleset: Ruleset, *, players: int, contract: str | None) -> dict[str, object]:
    """Return the rules that decide which cards lie where."""
    values = {key: value for key, value in ruleset.values().items() if key.startswith("pack.")}
    values["pack.decks"] = ruleset.decks_for(players=players)
    values["deal.cards"] = ruleset.cards_dealt(contract)
    values["deal.upcard"] = ruleset.deal.upcard
    return values


def _other_deals(key: str, first: Ruleset, other: Ruleset, values: tuple[object, object], *, why: str) -> RulesError:
    names = (first.name, other.name) if first.name != other.name else ("the one", "the other")
    return RulesError(
        f"{key} is {values[0]} in {names[0]} and {values[1]} in {names[1]}: {why}",
        where="against",
        remedy=f"Compare rulesets with the same {key}",
    )
