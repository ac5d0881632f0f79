"""One hand, many hands, one meld: questions of any game, answered by its family."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from meldlab.sim.common.arguments import check_flag, check_hands, check_melds, check_text, refuse
from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.common.notation import CONTRACT
from meldlab.sim.games.family import HandQuestion
from meldlab.sim.games.registry import family_of
from meldlab.sim.hand.answer import HandAnswer
from meldlab.sim.hand.setting import Hand, OfHand, Setting
from meldlab.sim.hand.situation import Situation
from meldlab.sim.rules import Ruleset

if TYPE_CHECKING:
    import polars


def analyze(
    hand: Hand,
    game: Ruleset | str | Path,
    *,
    wild: str | None = None,
    decks: int | None = None,
    players: int | None = None,
    set: Mapping[str, object] | None = None,
    dead: Hand = (),
    contract: str | None = None,
    table: Iterable[str] | None = None,
    advise: bool = False,
    all_arrangements: bool = False,
) -> HandAnswer:
    """Return the exact answer about one hand: that of the game's own objective, such as a `DeclareAnalysis`.

    Parameters
    ----------
    hand
        Card text, or a sequence of cards, each text or a number: suit * 13 + rank, suits S H D C = 0..3, ranks
        A 2 ... K = 0..12, so 0 is AS and 51 is KC; 52 is a printed joker.  As many cards as are dealt, or one more.
    game
        A preset's name, a rules file, or a loaded ruleset.
    wild
        The wild rank (``"7"``, text) or the cut card itself (``"7D"``); without it only printed jokers are wild.
    decks, players
        Size of the pack, or who plays (the rules then say how many decks).
    set
        Rules to override: ``{"run.ace": "high"}``.
    dead
        Cards seen elsewhere.
    contract, table
        In a contract game: what must be laid (``"TTE"``), and the melds on the table (``"1:E:5H JK 7H 8H"``: owner,
        T or E, cards; the player asking is owner 0). With a table alone the player is down already.
    advise : bool
        Work out what is missing, which cards help, how likely they are, and every discard of a hand with a card too
        many; the answer's ``advice``, whose chances are then those after the discard it names
        (``advice.kept.thrown``). Not together with `table`.
    all_arrangements : bool
        List every best arrangement, not only one: the groupings of natural cards that differ, see `DeclareAnalysis`.

    Raises
    ------
    ArgumentError
        If an argument has a wrong type.
    NotationError
        If a card cannot be read, the pack does not hold the hand, or the hand has a wrong size.
    RulesError
        If the rules cannot be read or allow no such deal.
    MeldlabError
        If a contract game is asked without a contract, or something else is missing or does not fit the rules.
    """
    check_flag("all_arrangements", all_arrangements)
    check_flag("advise", advise)
    check_text("contract", contract, allowed=CONTRACT)
    check_melds("table", table)
    situation = Situation.of(Setting.of(game, wild=wild, decks=decks, players=players, set=set, dead=dead))
    asked = HandQuestion(contract, table, advise=advise, all_arrangements=all_arrangements)
    _check_fits(situation.ruleset, asked)
    return family_of(situation.ruleset).analyze(situation, hand, asked)


def analyze_many(
    hands: "Iterable[Hand] | polars.DataFrame",
    game: Ruleset | str | Path,
    *,
    wild: str | None = None,
    decks: int | None = None,
    players: int | None = None,
    set: Mapping[str, object] | None = None,
    dead: Hand = (),
    contract: str | None = None,
) -> "polars.DataFrame":
    """Return the figures of many hands of one deal situation, a row a hand in the order given.

    Parameters
    ----------
    hands
        Hands as for `analyze`, for example an array of card numbers (0..52 as there, of any whole-number dtype),
        shape (hands, 13); no card too many.  Of a Polars DataFrame its column `hand`.
    game, wild, decks, players, set, dead, contract
        As for `analyze`, the same for every hand.

    Returns
    -------
    polars.DataFrame
        Columns hand (str), points (int64), can_declare, has_lives (bool); for gin hand, deadwood (int64), gin (bool).

    Raises
    ------
    ArgumentError, NotationError, RulesError, MeldlabError
        As `analyze`; an error about a hand names its number, counted from 1.
    """
    dealt = Situation.of(Setting.of(game, wild=wild, decks=decks, players=players, set=set, dead=dead))
    hands = _column(hands)
    check_hands("hands", hands)
    check_text("contract", contract, allowed=CONTRACT)
    asked = HandQuestion(contract)
    _check_fits(dealt.ruleset, asked)
    return family_of(dealt.ruleset).figures(dealt, hands, asked)


def _column(hands: "Iterable[Hand] | polars.DataFrame") -> "Iterable[Hand]":
    """Return the hands of a frame, which answers name `hand`; other hands as they are."""
    import polars

    if not isinstance(hands, polars.DataFrame):
        return hands
    if "hand" not in hands.columns:
        refuse("hands", hands.columns, "a frame with a column hand")
    return hands["hand"]


def meld_kinds(cards: Hand, game: Ruleset | str | Path, **situation: Unpack[OfHand]) -> tuple[str, ...]:
    """Return the kinds of meld that these cards, as one group, may be; empty if they are no meld.

    Parameters and errors as for `analyze`, with any number of cards.
    """
    dealt = Situation.of(Setting.of(game, **situation))
    return family_of(dealt.ruleset).meld_kinds(dealt, cards)


def _check_fits(ruleset: Ruleset, asked: HandQuestion) -> None:
    """Pass when contracts are asked of a contract game, and advice of a hand without a table."""
    for name, value in (("contract", asked.contract), ("table", asked.table)):
        if value is not None and not ruleset.contracts:
            raise MeldlabError(f"{ruleset.name} has no contracts", where=name, remedy="Leave it out")
    if asked.advise and asked.table is not None:
        raise MeldlabError(
            "advice is about a hand alone, not about a turn with melds on the table",
            where="advise",
            remedy="Leave out either of the two",
        )
