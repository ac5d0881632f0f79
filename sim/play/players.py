"""Whoever plays a run: compiled strategies by name, strategies of users as files, classes or objects.

A run keeps what makes its strategies, not the strategies: each block of deals has new ones, so that nothing is carried
from one block to the next and threads share nothing.
"""

import inspect
import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from meldlab.sim.common.arguments import refuse
from meldlab.sim.common.errors import RunError
from meldlab.sim.games.registry import family_called
from meldlab.sim.play.user_files import UserFile, is_file
from meldlab.sim.play.user_seats import UserSeat
from meldlab.sim.table.block import Strategy
from meldlab.sim.table.player_errors import UserCodeError, make_player
from meldlab.sim.table.strategies import StrategyError, make_strategy

#: The hash of a source that cannot be read.
NO_SOURCE = ""


class Chosen(Protocol):
    """What makes a strategy."""

    @property
    def name(self) -> str:
        """The strategy as results and logs name it, numbers included."""
        ...

    @property
    def source_sha256(self) -> str | None:
        """SHA-256 of a user's text; `NO_SOURCE` if there is none to be read, None for compiled strategies."""
        ...

    def make(self, objective: str) -> Strategy:
        """Return a new strategy."""
        ...


@dataclass(frozen=True)
class Compiled:
    """A strategy of meldlab's own."""

    name: str
    source_sha256: None = None

    def make(self, objective: str) -> Strategy:
        """Return a new strategy."""
        return make_strategy(self.name, family_called(objective).play.strategies)


@dataclass(frozen=True)
class FromFile:
    """A class of a user's file."""

    file: UserFile

    @property
    def name(self) -> str:
        """File, class and numbers."""
        return self.file.name

    @property
    def source_sha256(self) -> str:
        """SHA-256 of the file's text."""
        return self.file.sha256

    def make(self, objective: str) -> Strategy:
        """Return a new strategy; StrategyError if the file has changed meanwhile."""
        return UserSeat(self.file.make(), name=self.name, objective=objective)


@dataclass(frozen=True)
class FromPython:
    """A class that is called without numbers, or an object that is copied."""

    name: str
    source_sha256: str
    given: Any

    def make(self, objective: str) -> Strategy:
        """Return a new strategy."""
        return UserSeat(self._player(), name=self.name, objective=objective)

    def _player(self) -> Any:
        if isinstance(self.given, type):
            return make_player(self.given, {}, name=self.name)
        try:
            return deepcopy(self.given)
        except Exception as error:
            raise UserCodeError(f"cannot be copied: {type(error).__name__}: {error}", where=self.name) from error


def choose(given: object, objective: str) -> Chosen:
    """Return what makes a strategy, after having made one.

    Parameters
    ----------
    given
        ``"greedy"``, ``"cautious(pack_above=55)"``, ``"mine.py:Careful(limit=4)"``; a class, or an object with `act`.
    objective
        What is played.

    Raises
    ------
    StrategyError
        No such strategy, file or class, no such number, no `act`; or the game is not played by users' strategies.
    """
    if isinstance(given, str) and not is_file(given):
        return Compiled(make_strategy(given, family_called(objective).play.strategies).name)
    chosen: Chosen = FromFile(UserFile.read(given)) if isinstance(given, str) else _from_python(given)
    chosen.make(objective)
    return chosen


def refuse_namesakes(players: Sequence[Chosen]) -> None:
    """Raise StrategyError where two different strategies of users would have one name in results and logs."""
    sources: dict[str, str | None] = {}
    for each in players:
        if sources.setdefault(each.name, each.source_sha256) != each.source_sha256:
            raise StrategyError("two different strategies have this name", where=each.name, remedy="Rename one of them")


def _from_python(given: object) -> FromPython:
    kind = given if isinstance(given, type) else type(given)
    called = getattr(given, "name", None)
    name = called if isinstance(called, str) else kind.__qualname__.rpartition(".")[2]
    text = _source(kind)
    if text is None:
        return FromPython(name, NO_SOURCE, given)
    state = {} if isinstance(given, type) else getattr(given, "__dict__", {})
    whole = json.dumps([text, state], sort_keys=True, default=repr)
    return FromPython(name, sha256(whole.encode()).hexdigest(), given)


def _source(kind: type) -> str | None:
    """Return the text of the file that a class stands in, or its own text where there is no file."""
    try:
        return Path(inspect.getfile(kind)).read_text(encoding="utf-8")
    except (OSError, TypeError, UnicodeDecodeError):
        pass
    try:
        return inspect.getsource(kind)
    except (OSError, TypeError):
        return None


def check_strategies(value: object) -> None:
    """Pass for a list or tuple of texts, classes and objects with `act`."""
    allowed = 'a list of strategies, such as ["greedy", "mine.py:Careful"], classes or objects with a method `act`'
    if not isinstance(value, (list, tuple)):
        refuse("strategies", value, allowed)
    for each in value:
        if not isinstance(each, str) and not callable(getattr(each, "act", None)):
            refuse("strategies", each, allowed)


def check_sources(players: Sequence[Chosen]) -> None:
    """Raise RunError where a run could not be resumed, since nobody can tell whether a strategy is still the same."""
    for each in players:
        if each.source_sha256 == NO_SOURCE:
            raise RunError(
                f"nobody can tell later whether {each.name} is still the same: its text cannot be read",
                where="out",
                remedy='Put it into a file and give it as "mine.py:Careful", or leave `out` away',
            )
