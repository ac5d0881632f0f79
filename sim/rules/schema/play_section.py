"""The `play` table: turns, drawing, packing, contra, lay-off, rescue, closing, exhaustion, matches.

The names are those of the rules documents.  One class a game keeps them apart; `Play` is all of them, because
a rules file has one `play` table.
"""

from typing import Literal

from meldlab.sim.rules.schema.fields import CONTRACT, DEADWOOD, DECLARE, NONE, VALUE, Limit, Section, rule

_DECLARE = (DECLARE,)
_CONTRACT = (CONTRACT,)
_VALUE = (VALUE,)
_DEADWOOD = (DEADWOOD,)


class PlayShared(Section):
    """What every game has."""

    max_turns: int = rule(
        200,
        "Turns after which a stalled deal is stopped (declare: for each player; else in all).",
        unit="turns",
        at_least=1,
        at_most=10_000,
    )


class PlayDeclare(PlayShared):
    """Indian rummy: packing, wrong shows, the open pile, settlement."""

    pack_first_points: int = rule(
        20, "Points for packing in the first turn.", unit="points", at_least=0, at_most=1000, read_by=_DECLARE
    )
    pack_later_points: int = rule(
        40, "Points for packing in a later turn.", unit="points", at_least=0, at_most=1000, read_by=_DECLARE
    )
    pack_first_cards: Literal["stock_bottom", "out"] = rule(
        "out", "Where the cards go when a player packs in the first turn.", read_by=_DECLARE
    )
    pack_later_cards: Literal["stock_bottom", "out"] = rule(
        "out", "Where the cards go when a player packs in a later turn.", read_by=_DECLARE
    )
    wrong_show_points: Limit = rule(
        NONE,
        "Points for declaring a hand that is not declarable; none: such a declaration is not a legal action.",
        unit="points",
        at_least=0,
        at_most=1000,
        read_by=_DECLARE,
    )
    discard_joker_pickup: Literal["allowed", "initial_only", "never"] = rule(
        "allowed", "Whether a wild card may be taken from the discard pile.", read_by=_DECLARE
    )
    may_return_upcard: bool = rule(
        True, "The card just taken from the discard pile may be thrown again.", read_by=_DECLARE
    )
    stock_exhaustion: Literal["reshuffle", "lowest_wins"] = rule(
        "reshuffle", "When the stock is used up: turn over the discards, or the lowest hand wins.", read_by=_DECLARE
    )
    first_turn_halving: bool = rule(
        False, "A declaration in the first turn of the deal halves the losers' points exactly.", read_by=_DECLARE
    )
    settlement: Literal["none", "winner_takes_sum"] = rule(
        NONE, "Points add up over the deals, or the winner is paid the sum of the others' points.", read_by=_DECLARE
    )
    point_value: float = rule(
        1.0, "Money a point.", unit="money a point", at_least=0, at_most=1_000_000, read_by=_DECLARE
    )
    fee: float = rule(
        0.0,
        "Share of the winner's payment that the house keeps.",
        unit="share",
        at_least=0,
        at_most=1,
        read_by=_DECLARE,
    )
    match_deals: int = rule(6, "Deals of a match.", unit="deals", at_least=1, at_most=64, read_by=_DECLARE)
    pool_limit: Limit = rule(
        NONE,
        "Whoever reaches this total is out of the match; the last one wins.",
        unit="points",
        at_least=1,
        at_most=10_000,
        read_by=_DECLARE,
    )


class PlayContract(PlayShared):
    """Continental: contra, laying off, jokers on the table, closing."""

    joker_upcard: Literal["keep"] = rule(
        "keep", "A joker turned up after the deal stays as an ordinary discard.", read_by=_CONTRACT
    )
    joker_discard: bool = rule(True, "A joker may be thrown.", read_by=_CONTRACT)
    no_return_discard: bool = rule(
        False, "The card just taken from the discard pile may not be thrown again.", read_by=_CONTRACT
    )
    contra: bool = rule(True, "Others may take the discard that the player in turn refuses.", read_by=_CONTRACT)
    contra_penalty: int = rule(
        1, "Stock cards taken along with a contra.", unit="cards", at_least=0, at_most=5, read_by=_CONTRACT
    )
    contra_priority: Literal["turn"] = rule("turn", "Who gets a contra that several want.", read_by=_CONTRACT)
    contra_discarder: bool = rule(True, "Whoever threw the card may take it de contra too.", read_by=_CONTRACT)
    contra_after_down: bool = rule(True, "Players who are down may take de contra too.", read_by=_CONTRACT)
    contra_limit: Limit = rule(
        NONE, "Most contras of a player in a deal.", unit="contras", at_least=0, at_most=100, read_by=_CONTRACT
    )
    contra_timing: Literal["after_draw", "before_draw"] = rule(
        "after_draw", "Whether a contra comes after or before the stock card of the player in turn.", read_by=_CONTRACT
    )
    contra_first_card: bool = rule(True, "The first up-card may be taken de contra.", read_by=_CONTRACT)
    layoff_same_turn: bool = rule(True, "Lay-offs are allowed in the turn of going down.", read_by=_CONTRACT)
    layoff_needs_down: Literal[True] = rule(True, "Only a player who is down may lay off.", read_by=_CONTRACT)
    layoff_on: Literal["any"] = rule("any", "On whose melds a player may lay off.", read_by=_CONTRACT)
    layoff_limit: Limit = rule(
        NONE, "Most cards laid off in a turn.", unit="cards", at_least=0, at_most=100, read_by=_CONTRACT
    )
    joker_swap: Literal["same_owner", "any_run", "to_hand", "off"] = rule(
        "same_owner",
        "Where a joker freed from a run by its natural card must go: a run of the same owner, any run, "
        "the hand; or no swaps at all.",
        read_by=_CONTRACT,
    )
    joker_move: bool = rule(True, "A joker at an end of a run may be moved.", read_by=_CONTRACT)
    joker_move_by: Literal["any_down", "owner"] = rule(
        "any_down", "Who may swap and move jokers: any player who is down, or the owner of the run.", read_by=_CONTRACT
    )
    trio_joker_swap: Literal[False] = rule(False, "Jokers of a set may be swapped.", read_by=_CONTRACT)
    close_needs_discard: bool = rule(False, "The last card must be thrown; it may not be laid off.", read_by=_CONTRACT)
    close_same_turn: int = rule(
        -10,
        "Points of a player who goes down and closes in the same turn.",
        unit="points",
        at_least=-1000,
        at_most=1000,
        read_by=_CONTRACT,
    )
    close_later: int = rule(
        0,
        "Points of a player who closes after going down in an earlier turn.",
        unit="points",
        at_least=-1000,
        at_most=1000,
        read_by=_CONTRACT,
    )
    stock_empty: Literal["reshuffle_keep_top"] = rule(
        "reshuffle_keep_top", "When the stock is used up the discards but the top one are shuffled.", read_by=_CONTRACT
    )
    void_hand: Literal["score_all"] = rule(
        "score_all", "A deal that cannot go on: everyone scores the cards in hand.", read_by=_CONTRACT
    )
    tie_break: Literal["latest_closer"] = rule(
        "latest_closer", "Of players with equal totals the one who closed most recently wins.", read_by=_CONTRACT
    )
    tie_fallback: Literal["shared"] = rule(
        "shared", "Who wins a tie when none of the tied players closed a deal.", read_by=_CONTRACT
    )


class PlayValue(PlayShared):
    """Pinacle: exposing, rescuing, the pozo, closing, the game."""

    opening_min: Literal[0] = rule(0, "Least value of a side's first exposure.", unit="points", read_by=_VALUE)
    end_block_rescue: bool = rule(
        True, "Of two wild cards side by side at an end of a run the inner one may be rescued too.", read_by=_VALUE
    )
    rescue_same_turn: bool = rule(
        False, "A wild card may be rescued in the turn in which it was put down.", read_by=_VALUE
    )
    pozo_requires_meld: bool = rule(
        False, "Whoever takes the discard pile must expose a card in that turn.", read_by=_VALUE
    )
    wild_discard: bool = rule(True, "A wild card may be thrown.", read_by=_VALUE)
    freeze_pozo: Literal[False] = rule(False, "A wild discard freezes the discard pile.", read_by=_VALUE)
    discard_drawn: bool = rule(True, "The card just drawn may be thrown.", read_by=_VALUE)
    close_discard: Literal["optional", "required"] = rule(
        "optional", "Whether closing needs a last card to throw.", read_by=_VALUE
    )
    close_requires: Literal["none"] = rule(NONE, "The meld a side needs before it may close.", read_by=_VALUE)
    close_bonus: int = rule(100, "Points for closing.", unit="points", at_least=0, at_most=10_000, read_by=_VALUE)
    target: int = rule(1500, "Total that ends the game.", unit="points", at_least=1, at_most=1_000_000, read_by=_VALUE)
    tie: Literal["play_on"] = rule(
        "play_on", "Both sides at the target with equal totals: another deal.", read_by=_VALUE
    )
    stock_end: Literal["pozo_or_end", "end", "reshuffle"] = rule(
        "pozo_or_end",
        "With the stock used up: take the discard pile and expose or the deal ends, end at once, "
        "or turn the pile over.",
        read_by=_VALUE,
    )
    signal_allowed: bool = rule(
        True, "A run may be laid to the right as a signal of many cards of its suit.", read_by=_VALUE
    )
    signal_min: int = rule(
        7,
        "Different natural ranks of the suit that the signal promises.",
        unit="ranks",
        at_least=1,
        at_most=12,
        read_by=_VALUE,
    )


class PlayDeadwood(PlayShared):
    """Gin: knocking and its bonuses."""

    knock_at: int = rule(
        10, "Most deadwood with which a player may knock.", unit="points", at_least=0, at_most=98, read_by=_DEADWOOD
    )
    gin_bonus: int = rule(
        25, "Bonus for going out with no deadwood.", unit="points", at_least=0, at_most=1000, read_by=_DEADWOOD
    )
    undercut_bonus: int = rule(
        25,
        "Bonus for not more deadwood than the knocker's.",
        unit="points",
        at_least=0,
        at_most=1000,
        read_by=_DEADWOOD,
    )
    stock_left: int = rule(
        2, "Stock cards at which the deal ends without score.", unit="cards", at_least=0, at_most=31, read_by=_DEADWOOD
    )


class Play(PlayDeclare, PlayContract, PlayValue, PlayDeadwood):
    """All play parameters; a game reads its own."""
