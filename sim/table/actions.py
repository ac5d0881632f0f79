"""Actions of games in which a turn is a draw and a throw, as strategies written in Python get them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """One action in the words of the deal log; what an act does not need is None.

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
