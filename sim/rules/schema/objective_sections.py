"""The tables of a ruleset that belong to one objective: declaring, contracts, special melds."""

import re
from collections.abc import Mapping
from typing import Literal

from pydantic import field_validator
from pydantic_core import PydanticCustomError

from meldlab.sim.rules.schema.fields import NONE, Amount, Limit, Section, contract_rule, declare_rule, value_rule

#: Names of other things that are counted or shown of a value hand: no special meld of the rules may take one.
TAKEN_NAMES = frozenset(
    [
        "value",
        "has_meld",
        "wilds",
        "jokers",
        "natural_run",
        "natural_set",
        "most_in_suit",
        "ranks_in_suit",
        "plain",
        "pinaculo",
        "full_clean",
        "full_semi1",
        "full_semi2",
        "full_dirty",
    ]
)


class Declare(Section):
    """What a complete hand needs, and what counts as grouped in one that is not complete."""

    min_sequences: int = declare_rule(
        2,
        "Fewest sequences of a declarable hand (a pure one and one more are always asked for).",
        Amount("sequences", 2, 4),
    )
    min_pure: int = declare_rule(1, "Fewest pure sequences of a declarable hand.", Amount("sequences", 1, 4))
    lives_min_cards: int = declare_rule(
        6, "Fewest cards that the pure and the second sequence cover together.", Amount("cards", 6, 13)
    )
    lives_max_cards: Limit = declare_rule(
        NONE, "Most cards that the pure and the second sequence cover together.", Amount("cards", 6, 13)
    )
    set_gate: Literal["two_lives", "pure_and_impure", "any_impure", "none"] = declare_rule(
        "two_lives",
        "When sets count as grouped.",
        meanings={
            "two_lives": "two_lives, when all sequences of a declaration are there (number, pure ones, cards)",
            "pure_and_impure": "pure_and_impure, as soon as a pure and a truly impure sequence are in the arrangement, "
            "whether or not they are all that a declaration asks for",
            "any_impure": "any_impure, as soon as an impure sequence is, whether or not",
            NONE: "none, always",
        },
        known_as=("trio_gate",),
    )
    impure_requires_pure: bool = declare_rule(False, "Impure sequences count as grouped only beside a pure one.")
    no_pure_counts_all: bool = declare_rule(False, "Without a pure sequence every card counts as loose.")
    one_life_counts: Literal["loose", "all", "all_but_pure"] = declare_rule(
        "loose",
        "What counts with a pure sequence but no second life: loose cards, all cards, or all but the pure sequences.",
    )


class Contract(Section):
    """The deals of a contract game and what must be laid to go down."""

    hands: tuple[str, ...] = contract_rule(
        ("TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE"),
        "The contracts of the match in order: T for a set, E for a run; the order of the letters has no meaning.",
        known_as=("contracts",),
    )
    exact: bool = contract_rule(
        True, "Going down lays exactly the contract's melds and no further one.", known_as=("exact_contract",)
    )
    longer_melds: bool = contract_rule(True, "The melds laid when going down may be longer than the least length.")

    @field_validator("hands")
    @classmethod
    def _tidy(cls, hands: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(tidy_contract(hand) for hand in hands)


def tidy_contract(text: str) -> str:
    """Return a contract with its sets first (``"ete"`` gives ``"TEE"``).

    Raises
    ------
    PydanticCustomError
        If `text` is not one to eight letters T and E (a ``ValueError``).
    """
    if not re.fullmatch(r"[TtEe]{1,8}", text):
        raise PydanticCustomError("contract", "{text} is not one to eight letters T (set) and E (run)", {"text": text})
    return "".join(sorted(text.upper(), reverse=True))


class SpecialMeld(Section):
    """One set that is worth more than its cards."""

    kind: Literal["set"] = value_rule("set", "What kind of meld it is.")
    ranks: str = value_rule("A", "The ranks it may be made of, one at a time (JQK: any figure).")
    naturals: int = value_rule(
        6,
        "Cards it needs: with wilds = 0 so many natural ones; with wilds = 1 (and special.six_with_wild = total) so "
        "many in all, wild cards among them.",
        Amount("cards", 3, 12),
    )
    wilds: int = value_rule(
        0,
        "Fewest wild cards in it: with 1 there may be more, as many as a meld takes (naturals = 6: 5 natural cards and "
        "1 wild one, or 4 and 2).",
        Amount("cards", 0, 1),
    )
    value: int = value_rule(
        0, "Points it is worth instead of its cards, even where these are worth more.", Amount("points", 0, 10_000)
    )

    @field_validator("ranks")
    @classmethod
    def _known(cls, ranks: str) -> str:
        if not re.fullmatch(r"[A3-9TJQK]+", ranks):
            raise PydanticCustomError(
                "ranks", "{ranks} names a rank that is not one of A 3-9 T J Q K", {"ranks": ranks}
            )
        return "".join(sorted(set(ranks), key="A3456789TJQK".index))


class Special(Section):
    """Special sets of a value game."""

    melds: Mapping[str, SpecialMeld] = value_rule(
        {},
        "Special melds by name, a table each: kind, ranks, naturals, wilds, value. A set that holds a special always "
        "scores as one (the best of those it holds), even where its cards are worth more. naturals counts natural "
        "cards where wilds = 0; where wilds = 1, special.six_with_wild says what it counts.",
    )
    extra: Literal["add", "none"] = value_rule(
        "add",
        "Cards of a set beyond the special that it scores as (special.melds) are added at table value, or count "
        "nothing; those of the special itself never count beside its value.",
        known_as=("special_extra",),
    )
    six_with_wild: Literal["total", "naturals"] = value_rule(
        "total",
        "What the number naturals of a special with a wild card (wilds = 1) counts.",
        meanings={
            "total": "total, its cards in all, at least one of them a wild card (six: 5 natural cards and 1 wild one; "
            "4 and 2 count too)",
            "naturals": "naturals, its natural cards alone, with one wild card besides (six: 6 and 1)",
        },
        known_as=("six_wild_counts",),
    )
    reach: int = value_rule(
        2, "A special is in reach when at most this many cards are missing.", Amount("cards", 0, 11)
    )


class FullRun(Section):
    """A run of all twelve places; its value replaces those of its cards."""

    clean: int = value_rule(
        0, "Points without a wild card in place.", Amount("points", 0, 10_000), known_as=("full_clean",)
    )
    semi: tuple[int, int] = value_rule(
        (0, 0),
        "Points with one and with two wild twos of the run's own suit.",
        Amount("points", 0, 10_000),
        known_as=("full_semi",),
    )
    dirty: int = value_rule(
        0, "Points with any joker or a two of another suit.", Amount("points", 0, 10_000), known_as=("full_dirty",)
    )


class Pinaculo(Section):
    """All eight naturals of one rank and the wild cards beside them, put down from one hand."""

    wilds: Literal[3] = value_rule(3, "Wild cards of a pinaculo.", Amount("cards"), known_as=("pinaculo_wilds",))
    dealt: int = value_rule(
        0, "Points when it is the cards as dealt.", Amount("points", 0, 10_000), known_as=("pinaculo_dealt",)
    )
    play: int = value_rule(
        0, "Points when it is completed during play.", Amount("points", 0, 10_000), known_as=("pinaculo_play",)
    )
