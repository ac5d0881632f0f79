"""The `play` table: turns, drawing, packing, contra, lay-off, rescue, closing, exhaustion, matches.

The names are those of the rules documents.  One class a game keeps them apart; `Play` is all of them, because
a rules file has one `play` table.
"""

from typing import Literal

from meldlab.sim.rules.schema.fields import (
    NONE,
    Amount,
    Limit,
    Section,
    contract_rule,
    deadwood_rule,
    declare_rule,
    rule,
    value_rule,
)


class PlayShared(Section):
    """What every game has."""

    max_turns: int = rule(
        200,
        "Turns after which a stalled deal is stopped (declare: for each player; else in all).",
        Amount("turns", 1, 10_000),
    )


class PlayDeclare(PlayShared):
    """Indian rummy: packing, wrong shows, the open pile, settlement."""

    pack_first_points: int = declare_rule(20, "Points for packing in the first turn.", Amount("points", 0, 1000))
    pack_later_points: int = declare_rule(40, "Points for packing in a later turn.", Amount("points", 0, 1000))
    pack_first_cards: Literal["stock_bottom", "out"] = declare_rule(
        "out", "Where the cards go when a player packs in the first turn."
    )
    pack_later_cards: Literal["stock_bottom", "out"] = declare_rule(
        "out", "Where the cards go when a player packs in a later turn."
    )
    wrong_show_points: Limit = declare_rule(
        NONE,
        "Points for declaring a hand that is not declarable; none: such a declaration is not a legal action.",
        Amount("points", 0, 1000),
    )
    discard_joker_pickup: Literal["allowed", "initial_only", "never"] = declare_rule(
        "allowed", "Whether a wild card may be taken from the discard pile."
    )
    may_return_upcard: bool = declare_rule(True, "The card just taken from the discard pile may be thrown again.")
    stock_exhaustion: Literal["reshuffle", "lowest_wins"] = declare_rule(
        "reshuffle", "When the stock is used up: turn over the discards, or the lowest hand wins."
    )
    first_turn_halving: bool = declare_rule(
        False, "A declaration in the first turn of the deal halves the losers' points exactly."
    )
    settlement: Literal["none", "winner_takes_sum"] = declare_rule(
        NONE, "Points add up over the deals, or the winner is paid the sum of the others' points."
    )
    point_value: float = declare_rule(1.0, "Money a point.", Amount("money a point", 0, 1_000_000))
    fee: float = declare_rule(0.0, "Share of the winner's payment that the house keeps.", Amount("share", 0, 1))
    match_deals: int = declare_rule(6, "Deals of a match.", Amount("deals", 1, 64))
    pool_limit: Limit = declare_rule(
        NONE, "Whoever reaches this total is out of the match; the last one wins.", Amount("points", 1, 10_000)
    )


class PlayContract(PlayShared):
    """Continental: contra, laying off, jokers on the table, closing."""

    joker_upcard: Literal["keep"] = contract_rule(
        "keep", "A joker turned up after the deal stays as an ordinary discard."
    )
    joker_discard: bool = contract_rule(True, "A joker may be thrown.")
    no_return_discard: bool = contract_rule(False, "The card just taken from the discard pile may not be thrown again.")
    contra: bool = contract_rule(True, "Others may take the discard that the player in turn refuses.")
    contra_penalty: int = contract_rule(1, "Stock cards taken along with a contra.", Amount("cards", 0, 5))
    contra_priority: Literal["turn"] = contract_rule("turn", "Who gets a contra that several want.")
    contra_discarder: bool = contract_rule(True, "Whoever threw the card may take it de contra too.")
    contra_after_down: bool = contract_rule(True, "Players who are down may take de contra too.")
    contra_limit: Limit = contract_rule(NONE, "Most contras of a player in a deal.", Amount("contras", 0, 100))
    contra_timing: Literal["after_draw", "before_draw"] = contract_rule(
        "after_draw", "Whether a contra comes after or before the stock card of the player in turn."
    )
    contra_first_card: bool = contract_rule(True, "The first up-card may be taken de contra.")
    layoff_same_turn: bool = contract_rule(True, "Lay-offs are allowed in the turn of going down.")
    layoff_needs_down: Literal[True] = contract_rule(True, "Only a player who is down may lay off.")
    layoff_on: Literal["any"] = contract_rule("any", "On whose melds a player may lay off.")
    layoff_limit: Limit = contract_rule(NONE, "Most cards laid off in a turn.", Amount("cards", 0, 100))
    joker_swap: Literal["same_owner", "any_run", "to_hand", "off"] = contract_rule(
        "same_owner",
        "Where a joker freed from a run by its natural card must go: a run of the same owner, any run, "
        "the hand; or no swaps at all.",
    )
    joker_move: bool = contract_rule(True, "A joker at an end of a run may be moved.")
    joker_move_by: Literal["any_down", "owner"] = contract_rule(
        "any_down", "Who may swap and move jokers: any player who is down, or the owner of the run."
    )
    trio_joker_swap: Literal[False] = contract_rule(False, "Jokers of a set may be swapped.")
    close_needs_discard: bool = contract_rule(False, "The last card must be thrown; it may not be laid off.")
    close_same_turn: int = contract_rule(
        -10, "Points of a player who goes down and closes in the same turn.", Amount("points", -1000, 1000)
    )
    close_later: int = contract_rule(
        0, "Points of a player who closes after going down in an earlier turn.", Amount("points", -1000, 1000)
    )
    stock_empty: Literal["reshuffle_keep_top"] = contract_rule(
        "reshuffle_keep_top", "When the stock is used up the discards but the top one are shuffled."
    )
    void_hand: Literal["score_all"] = contract_rule(
        "score_all", "A deal that cannot go on: everyone scores the cards in hand."
    )
    tie_break: Literal["latest_closer"] = contract_rule(
        "latest_closer", "Of players with equal totals the one who closed most recently wins."
    )
    tie_fallback: Literal["shared"] = contract_rule(
        "shared", "Who wins a tie when none of the tied players closed a deal."
    )


class PlayValue(PlayShared):
    """Pinacle: exposing, rescuing, the pozo, closing, the game."""

    opening_min: Literal[0] = value_rule(0, "Least value of a side's first exposure.", Amount("points"))
    end_block_rescue: bool = value_rule(
        True, "Of two wild cards side by side at an end of a run the inner one may be rescued too."
    )
    rescue_same_turn: bool = value_rule(False, "A wild card may be rescued in the turn in which it was put down.")
    pozo_requires_meld: bool = value_rule(False, "Whoever takes the discard pile must expose a card in that turn.")
    wild_discard: bool = value_rule(True, "A wild card may be thrown.")
    freeze_pozo: Literal[False] = value_rule(False, "A wild discard freezes the discard pile.")
    discard_drawn: bool = value_rule(True, "The card just drawn may be thrown.")
    close_discard: Literal["optional", "required"] = value_rule(
        "optional", "Whether closing needs a last card to throw."
    )
    close_requires: Literal["none"] = value_rule(NONE, "The meld a side needs before it may close.")
    close_bonus: int = value_rule(100, "Points for closing.", Amount("points", 0, 10_000))
    target: int = value_rule(1500, "Total that ends the game.", Amount("points", 1, 1_000_000))
    tie: Literal["play_on"] = value_rule("play_on", "Both sides at the target with equal totals: another deal.")
    stock_end: Literal["pozo_or_end", "end", "reshuffle"] = value_rule(
        "pozo_or_end",
        "With the stock used up: take the discard pile and expose or the deal ends, end at once, "
        "or turn the pile over.",
    )
    signal_allowed: bool = value_rule(True, "A run may be laid to the right as a signal of many cards of its suit.")
    signal_min: int = value_rule(
        7, "Different natural ranks of the suit that the signal promises.", Amount("ranks", 1, 12)
    )


class PlayDeadwood(PlayShared):
    """Gin: knocking and its bonuses."""

    knock_at: int = deadwood_rule(10, "Most deadwood with which a player may knock.", Amount("points", 0, 98))
    gin_bonus: int = deadwood_rule(25, "Bonus for going out with no deadwood.", Amount("points", 0, 1000))
    undercut_bonus: int = deadwood_rule(
        25, "Bonus for not more deadwood than the knocker's.", Amount("points", 0, 1000)
    )
    stock_left: int = deadwood_rule(2, "Stock cards at which the deal ends without score.", Amount("cards", 0, 31))


class Play(PlayDeclare, PlayContract, PlayValue, PlayDeadwood):
    """All play parameters; a game reads its own."""
