"""What is asked about, as users give it: made once at the public door, and handed on whole."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from meldlab.sim.common.arguments import check_overrides, check_text
from meldlab.sim.common.notation import CONTRACT
from meldlab.sim.rules import Ruleset, ruleset_of

Hand = str | Iterable[str | int]


class OfHand(TypedDict, total=False):
    """What a question about hands may say of their situation, as arguments; the words are those of `analyze`."""

    wild: str | None
    decks: int | None
    players: int | None
    set: Mapping[str, object] | None
    dead: Hand


@dataclass(frozen=True)
class Setting:
    """Rules that are loaded, and what was said of the deal; nothing of it is held against the rules yet.

    Attributes
    ----------
    ruleset : Ruleset
    wild, decks, players, dead
        The cut card or its rank, the pack or who shares it, cards seen elsewhere.
    contract
        The contract that is dealt for.
    known, cards, draws
        Cards in hand, all cards of the hand, cards that come.
    """

    ruleset: Ruleset
    wild: str | None = None
    decks: int | None = None
    players: int | None = None
    dead: Hand = ()
    contract: str | None = None
    known: Hand = ()
    cards: int | None = None
    draws: int | None = None

    @classmethod
    def of(cls, game: Ruleset | str | Path, *, set: Mapping[str, object] | None = None, **said: Any) -> "Setting":
        """Return the setting with the rules loaded and overridden by `set`; the rest are the attributes by name.

        Raises
        ------
        ArgumentError, RulesError
            The rules or the contract have a wrong type, or cannot be read.
        """
        check_overrides("set", set)
        check_text("contract", said.get("contract"), allowed=CONTRACT)
        return cls(ruleset_of(game, set=set), **said)
