"""The tables of a ruleset that say what a pack, a deal, a meld and a loose card are (all games)."""

from collections.abc import Mapping
from functools import partial
from typing import Literal

from pydantic import field_validator

from meldlab.sim.rules.schema.fields import (
    CONTRACT,
    DEADWOOD,
    DECLARE,
    NONE,
    VALUE,
    Amount,
    Least,
    Limit,
    LimitOrZero,
    Section,
    contract_rule,
    declare_rule,
    rule,
    value_rule,
)

# What games with wild cards read whose melds are worth nothing.
_melding_rule = partial(rule, read_by=(DECLARE, CONTRACT))


class Pack(Section):
    """The cards of the game."""

    decks: int | Mapping[int, int] = rule(
        2,
        "Number of 52-card decks in the pack; a number, or a table by number of players.",
        Amount("decks", 1, 8),
        only={DECLARE: range(1, 4), VALUE: (2,), DEADWOOD: (1,)},
        known_as=("decks_by_players", "packs"),
    )
    printed_jokers: int = rule(
        0,
        "Printed jokers for each deck of the pack.",
        Amount("jokers per deck", 0, 4),
        only={DEADWOOD: (0,)},
        known_as=("printed_jokers_per_deck", "jokers_per_deck", "jokers_per_pack"),
    )
    wild: Literal["none", "twos", "cut"] = rule(
        NONE,
        "Which natural cards are wild.",
        meanings={NONE: "none", "twos": "twos, those of rank 2", "cut": "cut, one rank a deal that a cut card fixes"},
        only={DECLARE: (NONE, "cut"), CONTRACT: (NONE,), VALUE: ("twos",), DEADWOOD: (NONE,)},
        known_as=("twos_natural", "wild_rank"),
    )
    cut_joker: Literal["redraw", "aces"] = declare_rule(
        "redraw", "When the cut card is a printed joker: cut again, or the aces are wild.", known_as=("cut_joker_rule",)
    )
    cut_card_in_play: bool = declare_rule(
        False,
        "The cut card goes back into the pack instead of lying open, out of play.",
        known_as=("wild_card_in_play",),
    )

    @field_validator("decks")
    @classmethod
    def _in_order(cls, decks: int | Mapping[int, int]) -> int | Mapping[int, int]:
        return decks if isinstance(decks, int) else dict(sorted(decks.items()))


class Deal(Section):
    """Who is dealt how many cards."""

    players: tuple[int, ...] = rule(
        (2, 3, 4, 5, 6),
        "Allowed numbers of players.",
        Amount("players", 2, 8),
        only={VALUE: ((4,),), DEADWOOD: ((2,),)},
    )
    default_players: int = rule(
        4, "Number of players when a command names neither players nor decks.", Amount("players", 2, 8)
    )
    sides: int = rule(
        0,
        "Number of partnerships.",
        Amount("sides", 0, 4),
        meanings={0: "0, everyone plays alone"},
        only={DECLARE: (0,), CONTRACT: (0,), VALUE: (2,), DEADWOOD: (0,)},
    )
    cards: int | tuple[int, ...] | Literal["contract"] = rule(
        13,
        "Cards dealt to a player: a number, a list by contract, or the contract's least + deal.extra.",
        Amount("cards", 1, 30),
        only={DECLARE: (13,), VALUE: (11,), DEADWOOD: (10,)},
        known_as=("hand_size", "dealt", "deal"),
    )
    extra: int = contract_rule(
        1,
        "Cards dealt beyond the least that the contract's melds need.",
        Amount("cards", 0, 8),
        known_as=("extra_dealt",),
    )
    upcard: bool = rule(
        True,
        "After the deal one card is turned up and starts the discard pile.",
        only={CONTRACT: (True,), DEADWOOD: (True,)},
        known_as=("initial_upcard",),
    )
    rotation: Literal["clockwise", "counter-clockwise"] = rule(
        "clockwise",
        "Direction of play and of the next dealer; seats are numbered along it.",
        only={
            DECLARE: ("clockwise",),
            CONTRACT: ("counter-clockwise",),
            VALUE: ("clockwise",),
            DEADWOOD: ("clockwise",),
        },
        known_as=("direction", "deal_rotation"),
    )
    first_player: Literal["after_dealer"] = rule("after_dealer", "Who has the first turn.")

    @field_validator("players")
    @classmethod
    def _in_order(cls, players: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(set(players)))


class Run(Section):
    """Consecutive cards of one suit."""

    min: int = rule(3, "Fewest cards of a run.", Amount("cards", 3, 13), known_as=("seq_min_len", "min_run", "run_min"))
    max: LimitOrZero = rule(
        NONE, "Most cards of a run; 0 or none: no limit.", Amount("cards", 3, 26), known_as=("max_run",)
    )
    ace: Literal["low", "high", "either", "circular"] = rule(
        "low",
        "Where the ace stands.",
        meanings={
            "low": "low, before the 2",
            "high": "high, after the king",
            "either": "either, never around the corner, 13 cards at most",
            "circular": "circular, around the corner as well",
        },
        only={VALUE: ("high",), DEADWOOD: ("low",)},
        known_as=("ace_low", "ace_high", "wrap", "run_wrap"),
    )
    max_wilds: Limit = _melding_rule(
        NONE, "Most wild cards in one run.", Amount("cards", 0, 13), known_as=("seq_max_jokers", "max_jokers_run")
    )
    min_naturals: Least = _melding_rule(
        1,
        "Fewest natural cards in one run.",
        Amount("cards", 0, 13),
        meanings={0: "0 or none, no such rule"},
        only={DECLARE: range(1, 14)},
        known_as=("seq_min_naturals",),
    )
    adjacent_wilds: bool = _melding_rule(
        True, "Two wild cards may stand side by side in a run.", known_as=("adjacent_jokers",)
    )
    identical_three: bool = declare_rule(
        False,
        "Three identical natural cards are a pure run of their own and not a set.",
        known_as=("identical_three_is_pure",),
    )


class Set(Section):
    """Cards of one rank (trio, trío)."""

    min: int = rule(3, "Fewest cards of a set.", Amount("cards", 3, 8), known_as=("min_trio", "set_min"))
    max: Limit = rule(
        NONE, "Most cards of a set, wild cards included.", Amount("cards", 3, 32), known_as=("trio_max_size",)
    )
    max_wilds: Limit = _melding_rule(
        NONE, "Most wild cards in one set.", Amount("cards", 0, 13), known_as=("trio_max_jokers", "max_jokers_trio")
    )
    min_naturals: Least = _melding_rule(
        1,
        "Fewest natural cards in one set.",
        Amount("cards", 0, 13),
        meanings={0: "0 or none, no such rule"},
        only={DECLARE: range(1, 14)},
        known_as=("trio_min_naturals",),
    )
    all_wild: bool = contract_rule(
        False,
        "A set of wild cards alone is legal; the first natural added later fixes its rank.",
        known_as=("all_joker_trio",),
    )
    distinct_suits: bool = rule(
        False,
        "The natural cards of a set must be of different suits.",
        only={VALUE: (False,), DEADWOOD: (True,)},
        known_as=("trio_distinct_suits",),
    )
    max_sets: Limit = declare_rule(
        NONE, "Most sets in one arrangement of a hand.", Amount("sets", 0, 13), known_as=("max_trios",)
    )
    max_per_rank: LimitOrZero = value_rule(
        NONE,
        "Most sets of one rank that a side may have; 0 or none: no limit.",
        Amount("sets", 1, 8),
        known_as=("max_sets_per_rank",),
    )


class Meld(Section):
    """What holds for sets and runs alike."""

    max_wilds: Limit = value_rule(
        NONE,
        "Most wild cards in place in one meld; rescued ones are not counted.",
        Amount("cards", 0, 11),
        known_as=("max_wild_per_meld",),
    )
    naturals_majority: bool = value_rule(
        False, "A meld has more natural than wild cards.", known_as=("naturals_majority",)
    )
    min_naturals: Least = value_rule(
        0,
        "Fewest natural cards in one meld.",
        Amount("cards", 0, 11),
        meanings={0: "0 or none, no such rule"},
        only={VALUE: range(2, 12)},
    )
