"""Strategies written in Python, asked about one table at a time: what every game's `OneByOne` rests on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from meldlab.sim.common.errors import RunError

A = TypeVar("A")


class Player(Protocol):
    """A strategy written in Python, whatever the game; docs/strategies.md tells what it is shown."""

    def act(self, seen: Any, actions: Sequence[Any]) -> Any:
        """Return one of `actions`; of acts that have many shapes also another that the rules allow."""
        ...


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


class Asking:
    """A strategy of many tables that asks a player about each.

    Parameters
    ----------
    player : Player
    name : str
        As written on the command line.
    """

    def __init__(self, player: Player, *, name: str) -> None:
        self._player = player
        self._name = name

    @property
    def name(self) -> str:
        """As written on the command line."""
        return self._name

    def ask(self, seen: Any, offered: Sequence[A], *, free: str | None = None) -> A:
        """Return the player's answer to an observation, which knows its `seat` and `turn`.

        Raises
        ------
        RunError
            It is none of the actions offered, nor another of the act `free`.
        """
        chosen = self._player.act(seen, offered)
        if chosen not in offered and (free is None or getattr(chosen, "act", None) != free):
            where = f"seat {seen.seat}, turn {seen.turn + 1}"
            raise RunError(f"{self.name} answers {chosen}, which is no legal action", where=where)
        answer: A = chosen
        return answer
