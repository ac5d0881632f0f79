"""Whoever plays a run: compiled strategies by name, strategies of users as files, classes or objects.

A run keeps what makes its strategies, not the strategies: each block of deals has new ones, so that nothing is carried
from one block to the next and threads share nothing.
"""

import inspect
import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from meldlab.sim.common.arguments import refuse
from meldlab.sim.common.errors import RunError
from meldlab.sim.games.family import FamilyPlay
from meldlab.sim.play.user_files import UserFile, is_file
from meldlab.sim.table.block import Strategy
from meldlab.sim.table.player_errors import UserCodeError, make_player
from meldlab.sim.table.strategies import StrategyError, make_strategy

#: The hash of a source that cannot be read.
NO_SOURCE = ""


@dataclass(frozen=True)
class Chosen:
    """What makes a strategy.

    Attributes
    ----------
    name : str
        The strategy as results and logs name it, numbers included.
    source_sha256 : str or None
        SHA-256 of a user's text; `NO_SOURCE` if there is none to be read, None for compiled strategies.
    player : callable or None
        What makes a user's player; None for compiled strategies.
    """

    name: str
    source_sha256: str | None = None
    player: Callable[[], Any] | None = None

    def make(self, play: FamilyPlay) -> Strategy:
        """Return a new strategy of a family; StrategyError if a user's file has changed meanwhile."""
        if self.player is None:
            return make_strategy(self.name, play.strategies)
        return play.one_by_one(self.player(), name=self.name)


def choose(given: object, play: FamilyPlay) -> Chosen:
    """Return what makes a strategy, after having made one.

    Parameters
    ----------
    given
        ``"greedy"``, ``"cautious(pack_above=55)"``, ``"mine.py:Careful(limit=4)"``; a class, or an object with `act`.
    play
        The family that is played.

    Raises
    ------
    StrategyError
        No such strategy, file or class, no such number, no `act`; or the game is not played by users' strategies.
    """
    if isinstance(given, str) and not is_file(given):
        return Chosen(make_strategy(given, play.strategies).name)
    if isinstance(given, str):
        file = UserFile.read(given)
        chosen = Chosen(file.name, file.sha256, file.make)
    else:
        chosen = _from_python(given)
    chosen.make(play)
    return chosen


def refuse_namesakes(players: Sequence[Chosen]) -> None:
    """Raise StrategyError where two different strategies of users would have one name in results and logs."""
    sources: dict[str, str | None] = {}
    for each in players:
        if sources.setdefault(each.name, each.source_sha256) != each.source_sha256:
            raise StrategyError("two different strategies have this name", where=each.name, remedy="Rename one of them")


def _from_python(given: object) -> Chosen:
    """Return a class that is called without numbers, or an object that is copied."""
    kind = given if isinstance(given, type) else type(given)
    called = getattr(given, "name", None)
    name = called if isinstance(called, str) else kind.__qualname__.rpartition(".")[2]
    player = partial(make_player, kind, {}, name=name) if given is kind else partial(_copied, given, name)
    text = _source(kind)
    if text is None:
        return Chosen(name, NO_SOURCE, player)
    state = {} if given is kind else getattr(given, "__dict__", {})
    whole = json.dumps([text, state], sort_keys=True, default=repr)
    return Chosen(name, sha256(whole.encode()).hexdigest(), player)


def _copied(given: object, name: str) -> Any:
    try:
        return deepcopy(given)
    except Exception as error:
        raise UserCodeError(f"cannot be copied: {type(error).__name__}: {error}", where=name) from error


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
