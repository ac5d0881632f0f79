"""Users' strategies at the tables: asked table by table, and whatever goes wrong told by deal, seat and turn."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.games.registry import family_called
from meldlab.sim.table.asking import Player
from meldlab.sim.table.player_errors import USER_ERRORS, PlayerError
from meldlab.sim.table.strategies import StrategyError


class UserSeat:
    """A strategy for many tables that asks a player at each of them.

    Parameters
    ----------
    player
        An object with `act`.
    name : str
    objective : str

    Raises
    ------
    StrategyError
        It has no `act`.
    """

    def __init__(self, player: Any, *, name: str, objective: str) -> None:
        if not callable(getattr(player, "act", None)):
            raise StrategyError("has no method `act`", where=name, allowed="act(self, seen, actions)")
        self.name = name
        play = family_called(objective).play
        self._asked = _Asked(player, name=name, free=play.free_acts)
        self._tables = play.one_by_one(self._asked, name=name)

    def __getattr__(self, question: str) -> Callable[..., Any]:
        """Return the answer to a game's question, ``choose_start``, ``lay``, ...: it is put to the player."""
        answer = getattr(self._tables, question)

        def put(seen: Any, *more: Any) -> Any:
            self._asked.begin(seen.rows if hasattr(seen, "rows") else seen.tables)
            try:
                return answer(seen, *more)
            except PlayerError:
                raise
            except USER_ERRORS as error:  # an act of the player's own that no event of a log could be
                words = str(error) if isinstance(error, MeldlabError) else f"{type(error).__name__}: {error}"
                raise self._asked.failure(f"gives an answer that cannot be read: {words}") from error

        return put


class _Asked:
    """Puts questions to a player and remembers at which table."""

    def __init__(self, player: Player, *, name: str, free: Sequence[str]) -> None:
        self._player, self._name, self._free = player, name, free
        self._rows: Sequence[int] | NDArray[np.int64] = ()
        self._count = 0
        self._seated = ""

    def begin(self, rows: Sequence[int] | NDArray[np.int64]) -> None:
        """Say which tables are about to be asked about, in order."""
        self._rows, self._count = rows, 0

    def act(self, seen: Any, actions: Sequence[Any]) -> Any:
        """Return the player's answer."""
        self._count += 1
        self._seated = f"seat {seen.seat}, turn {seen.turn + 1}"
        try:
            chosen = self._player.act(seen, actions)
        except USER_ERRORS as error:
            raise self.failure(f"raises {type(error).__name__}: {error}") from error
        if chosen not in actions and getattr(chosen, "act", None) not in self._free:
            raise self.failure(f"answers {chosen!r}, which was not offered")
        return chosen

    def failure(self, what: str) -> PlayerError:
        """Return the error about the table that was asked last."""
        error = PlayerError(f"{self._name} {what}", where=self._seated)
        error.row, error.seated = int(self._rows[max(self._count - 1, 0)]), self._seated
        return error
