"""The tables of a ruleset that say what cards are worth, in hand and on the table."""

from typing import Literal

from meldlab.sim.rules.schema.fields import (
    CONTRACT,
    DECLARE,
    NONE,
    OBJECTIVES,
    VALUE,
    Amount,
    Limit,
    Section,
    declare_rule,
    rule,
    value_rule,
)

RANKS = "A23456789TJQK"

_NOT_VALUE = tuple(each for each in OBJECTIVES if each != VALUE)
_DOCUMENT_NAMES = {"A": "v_ace", "K": "v_face", "9": "v_number", "8": "natural_values"}


def _natural(rank: str, points: int, word: str) -> int:
    value: int = rule(
        points,
        f"Points of {word} left in hand (Pinacle: on the table as well).",
        Amount("points", 0, 50),
        alias=rank,
        read_by=_NOT_VALUE if rank == "2" else (*_NOT_VALUE, VALUE),
        known_as=(_DOCUMENT_NAMES[rank],) if rank in _DOCUMENT_NAMES else (),
    )
    return value


class Points(Section):
    """Value of a card left in hand; ``by_rank`` gives the thirteen naturals in rank order."""

    rank_ace: int = _natural("A", 1, "an ace")
    rank_two: int = _natural("2", 2, "a natural two")
    rank_three: int = _natural("3", 3, "a three")
    rank_four: int = _natural("4", 4, "a four")
    rank_five: int = _natural("5", 5, "a five")
    rank_six: int = _natural("6", 6, "a six")
    rank_seven: int = _natural("7", 7, "a seven")
    rank_eight: int = _natural("8", 8, "an eight")
    rank_nine: int = _natural("9", 9, "a nine")
    rank_ten: int = _natural("T", 10, "a ten")
    rank_jack: int = _natural("J", 10, "a jack")
    rank_queen: int = _natural("Q", 10, "a queen")
    rank_king: int = _natural("K", 10, "a king")
    joker: int = rule(
        0,
        "Points of a printed joker left in hand; in a declare game every loose wild card counts 0.",
        Amount("points", 0, 100),
        read_by=(DECLARE, CONTRACT, VALUE),
        only={DECLARE: (0,)},
        known_as=("v_joker", "joker_hand_value"),
    )
    two: int = value_rule(
        0, "Points of a wild two left in hand.", Amount("points", 0, 100), known_as=("two_hand_value",)
    )
    cap: Limit = declare_rule(NONE, "Most points a hand can cost.", Amount("points", 1, 1000), known_as=("points_cap",))

    @property
    def by_rank(self) -> tuple[int, ...]:
        """Return the points of the thirteen naturals in rank order A, 2, ..., K."""
        return tuple(points for _, points in self)[: len(RANKS)]


class Table(Section):
    """Value of wild cards laid on the table."""

    joker: int = value_rule(
        0,
        "Points of a joker on the table, in place or rescued.",
        Amount("points", 0, 100),
        known_as=("wild_joker_value",),
    )
    two_in_run: int = value_rule(
        0, "Points of a wild two in a run.", Amount("points", 0, 100), known_as=("wild_two_run_value",)
    )
    two_in_set_factor: int = value_rule(
        1,
        "A wild two in a set is worth this many times the card it stands for.",
        Amount("times", 0, 10),
        known_as=("wild_two_set_multiplier",),
    )
    wild_in_place: Literal["as_rescued", "substituted", "hand_value"] = value_rule(
        "as_rescued",
        "What a wild card in place is worth: as if rescued, as the card it stands for, or as left in hand.",
        known_as=("wild_in_place_value",),
    )
