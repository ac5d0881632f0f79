"""The question about a meld on the table as JSON writes it: read, checked, answered."""

from collections.abc import Mapping
from typing import Any

from meldlab.kernels.value.rules import TWO, place_of
from meldlab.sim.common.errors import QueryError
from meldlab.sim.common.notation import RANKS, parse_cards
from meldlab.sim.games.value.exposed.meld import ExposedMeld, PackOfMeld, exposed_run, exposed_set
from meldlab.sim.games.value.hand_solver import goals_of
from meldlab.sim.games.value.melds import MeldValues
from meldlab.sim.hand.situation import Situation

_SUITS = "SHDC"


def answer_exposed(meld: object, situation: Situation) -> ExposedMeld:
    """Return the answer about one meld on the table.

    Parameters
    ----------
    meld
        An object with `type` (``set`` or ``run``), `cards`, and as needed `rescued`, for a set `rank`, for a run
        `suit` and `start`, and `one_hand` or `dealt` (true) for a pinaculo put down whole.
    situation : Situation
        Rules and pack of a `value` game.

    Raises
    ------
    QueryError
        If a field is missing or cannot be read.
    NotationError
        If a card cannot be read.
    """
    ruleset, decks = situation.ruleset, situation.decks
    if not isinstance(meld, Mapping):
        raise QueryError("is no object", where="meld", allowed='such as {"type": "set", "rank": "A", "cards": [...]}')
    values = MeldValues(goals_of(ruleset), list(ruleset.special.melds))
    pack = PackOfMeld(decks, decks * ruleset.pack.printed_jokers)
    cards, rescued = _cards(meld, "cards"), _cards(meld, "rescued")
    if not cards:
        raise QueryError("there are no cards", where="meld.cards")
    kind = _one_of(meld, "type", ("set", "run"))
    if kind == "run":
        suit, start = _one_of(meld, "suit", tuple(_SUITS)), _rank(meld, "start")
        return exposed_run(values, pack, _SUITS.index(suit), start, cards, rescued)
    return exposed_set(
        values, pack, _rank(meld, "rank"), cards, rescued, one_hand=_flag(meld, "one_hand"), dealt=_flag(meld, "dealt")
    )


def _one_of(meld: Mapping[str, Any], name: str, allowed: tuple[str, ...]) -> str:
    value = meld.get(name)
    word = value.strip() if isinstance(value, str) else ""
    for choice in allowed:
        if word.lower() == choice.lower():
            return choice
    what = "the field is missing" if value is None else f"{value!r} is not known"
    raise QueryError(what, where=f"meld.{name}", allowed=", ".join(allowed))


def _rank(meld: Mapping[str, Any], name: str) -> int:
    value = meld.get(name)
    if value == "10":
        return RANKS.index("T")
    ranks = tuple(rank for rank in RANKS if place_of(RANKS.index(rank)) != TWO)
    return RANKS.index(_one_of(meld, name, ranks))


def _flag(meld: Mapping[str, Any], name: str) -> bool:
    value = meld.get(name, False)
    if not isinstance(value, bool):
        raise QueryError(f"{value!r} is neither true nor false", where=f"meld.{name}")
    return value


def _cards(meld: Mapping[str, Any], name: str) -> tuple[int, ...]:
    value = meld.get(name) or []
    if isinstance(value, str):
        return parse_cards(value)
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        raise QueryError("is no list of cards", where=f"meld.{name}", allowed='such as ["5H", "JK"]')
    return parse_cards(value) if value else ()
