"""Strategies written in Python, asked about one table at a time: what every game's `OneByOne` rests on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.table.player_errors import USER_ERRORS, PlayerError
from meldlab.sim.table.strategies import StrategyError

A = TypeVar("A")
R = TypeVar("R")


class Player(Protocol):
    """A strategy written in Python, whatever the game; docs/strategies.md tells what it is shown."""

    def act(self, seen: Any, actions: Sequence[Any]) -> Any:
        """Return one of `actions`; of acts that have many shapes also another that the rules allow."""
        ...


@dataclass(frozen=True)
class Action:
    """One action where a turn is a draw and a throw, in the words of the deal log; what it does not need is None.

    Attributes
    ----------
    act : str
        ``draw`` (with `source`), ``discard`` (with `card`); Indian rummy: ``pack``, ``declare`` or ``wrong-show``
        (with `card`); gin: ``pass``, ``knock`` (with `card`).
    source : str or None
        ``"stock"`` or ``"discard"``.
    card : str or None
        The card thrown, or put face down to finish.
    """

    act: str
    source: str | None = None
    card: str | None = None


@dataclass(frozen=True, kw_only=True)
class DrawAndThrow:
    """What a seat sees of a table where a turn is a draw and a throw; cards are texts such as ``TD`` and ``JK``.

    Attributes
    ----------
    seat : int
    turn : int
        Turns of the deal that are over.
    hand : tuple of str
    drawn : str or None
        The card just drawn; None at the beginning of a turn.
    discards : tuple of str
        The discards, the top one last.
    stock : int
        Cards of the stock.
    taken, thrown : tuple of tuple of str
        For each seat: cards it still holds that it took from the discards; all cards it has thrown.
    """

    seat: int
    turn: int
    hand: tuple[str, ...]
    drawn: str | None
    discards: tuple[str, ...]
    stock: int
    taken: tuple[tuple[str, ...], ...]
    thrown: tuple[tuple[str, ...], ...]


class Seen(Protocol):
    """What the seats to move see of many tables."""

    @property
    def rows(self) -> NDArray[np.int64]:
        """Which tables of the block these are."""
        ...


S = TypeVar("S", bound=Seen)


class Asking(Generic[S]):
    """A strategy of many tables that asks a player about each, and tells whatever goes wrong by seat and turn.

    Parameters
    ----------
    player : Player
    name : str
        As written on the command line.

    Attributes
    ----------
    observe : callable
        What a seat sees, from what all see and the place of its table; it knows its `seat` and `turn`.
    free_acts : tuple of str
        Acts that a player may put together itself; the game judges them by its rules.

    Raises
    ------
    StrategyError
        The player has no `act`.
    """

    observe: "ClassVar[staticmethod[[Any, int], Any]]"
    free_acts: ClassVar[tuple[str, ...]] = ()

    def __init__(self, player: Player, *, name: str) -> None:
        if not callable(getattr(player, "act", None)):
            raise StrategyError("has no method `act`", where=name, allowed="act(self, seen, actions)")
        self._player = player
        self.name = name

    def ask(self, seen: S, offered: Callable[[S, int], Sequence[A]], read: Callable[[A, int], R]) -> list[R]:
        """Return the player's answers about all tables.

        Parameters
        ----------
        seen
        offered
            The actions at a table, by its place among them.
        read
            What an action, which need not be one of those offered, and the place of its table are turned into.

        Raises
        ------
        PlayerError
            The player fails, or answers with what is not offered, nor an act of `free_acts` that can be read.
        """
        return [self._answer(seen, place, offered(seen, place), read) for place in range(len(seen.rows))]

    def _answer(self, seen: S, place: int, offered: Sequence[A], read: Callable[[A, int], R]) -> R:
        shown = self.observe(seen, place)

        def failure(what: str) -> PlayerError:
            return PlayerError(f"{self.name} {what}", row=int(seen.rows[place]), seat=shown.seat, turn=shown.turn)

        try:
            chosen = self._player.act(shown, offered)
        except USER_ERRORS as error:
            raise failure(f"raises {type(error).__name__}: {error}") from error
        try:
            legal = chosen in offered or getattr(chosen, "act", None) in self.free_acts
            answer = read(chosen, place) if legal else None
        except USER_ERRORS as error:  # an act of the player's own that no event of a log could be
            words = str(error) if isinstance(error, MeldlabError) else f"{type(error).__name__}: {error}"
            raise failure(f"gives an answer that cannot be read: {words}") from error
        if answer is None:
            raise failure(f"answers {chosen!r}, which was not offered")
        return answer
