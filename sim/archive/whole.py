"""Whether counts of played deals are whole: of every outcome as many deals as there are, no outcome left out.

Counts may come from anybody.  Those of another shape would be told as figures that no deals can give.
"""

from collections.abc import Sequence

import polars as pl

from meldlab.sim.common.errors import RunError
from meldlab.sim.play.counts import CARDS, DEAL, PAIR, PLAYER, SEAT, PlayCounts, seats_of
from meldlab.sim.play.matches.match_job import WIN
from meldlab.sim.play.task import PlayTask
from meldlab.sim.table.block import SeatColumn

_Group = tuple[str, int, int, str]


def check_played(counts: PlayCounts, task: PlayTask, columns: Sequence[SeatColumn], *, score: str) -> None:
    """Pass when `counts` hold each outcome of each deal in each rotation, once.

    Raises
    ------
    RunError
        They do not; names the first outcome that is wrong.
    """
    deals = counts.deals
    wanted: dict[_Group, int] = {(CARDS, -1, -1, "deals"): deals}
    for column in columns:
        if not column.of_seat:
            wanted[DEAL, -1, -1, column.name] = deals * task.rotations
            continue
        for player in range(task.players):
            wanted[PLAYER, player, -1, column.name] = deals
            for rotation in range(task.rotations):
                wanted[SEAT, player, (player + rotation) % task.players, column.name] = deals
    firsts = [players[0] for players in seats_of(task.strategies).values()]
    wanted |= {(PAIR, one, two, score): deals for place, one in enumerate(firsts) for two in firsts[place + 1 :]}
    found = _sizes(counts)
    for group in [*wanted, *found]:
        if found.get(group) != wanted.get(group):
            _refuse(group)
    for column in columns:
        if column.labels and counts.values(DEAL, column.name)["value"].min() < 0:  # type: ignore[operator]
            _refuse((DEAL, -1, -1, column.name))
        if column == WIN:  # parts of a match, in each rotation
            shares = counts.values(PLAYER, column.name)["value"]
            if not shares.is_between(0, column.scale * task.rotations).all():
                _refuse((PLAYER, -1, -1, column.name))


def check_compared(counts: PlayCounts) -> None:
    """Pass when each figure of deals under two rulesets is of as many deals as there are.

    Raises
    ------
    RunError
        One is not.
    """
    for group, size in _sizes(counts).items():
        if size != counts.deals:
            _refuse(group)


def _sizes(counts: PlayCounts) -> dict[_Group, int]:
    sizes = counts.frame.group_by("scope", "player", "seat", "name").agg(pl.col("count").sum())
    return {(scope, player, seat, name): size for scope, player, seat, name, size in sizes.sort(pl.all()).iter_rows()}


def _refuse(group: _Group) -> None:
    scope, player, _, name = group
    of = f" of player {player}" if player >= 0 else ""
    raise RunError(
        f"its counts of {name[:40]}{of} ({scope[:20]}) are not those of the deals it says it is of", where="the run"
    )
