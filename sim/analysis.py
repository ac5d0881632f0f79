"""What one hand is worth: the best arrangement, the figures, every discard, and the reasons."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from meldlab.sim.answer import HandAnswer, provenance_of
from meldlab.sim.arguments import check_flag, check_hands, check_melds, check_text
from meldlab.sim.arrangement import Arrangement, Meld
from meldlab.sim.errors import MeldlabError
from meldlab.sim.notation import (
    CONTRACT,
    PRINTED_JOKER,
    format_card,
    format_cards,
)
from meldlab.sim.rules import Ruleset
from meldlab.sim.situation import Hand, Situation

if TYPE_CHECKING:
    import polars

    from meldlab.sim.advice import HandAdvice
    from meldlab.sim.hand_solver import Figures


@dataclass(frozen=True)
class Discard:
    """What is left after one card is thrown."""

    card: int
    points: int
    can_declare: bool


@dataclass(frozen=True)
class Analysis:
    """The answer about one hand.

    Attributes
    ----------
    ruleset : str
        Name of the rules.
    cards : tuple of int
        The hand as given.
    decks : int
    wild : str or None
        The wild rank, or the cut card where it was given.
    wild_rank : int or None
    rules_sha256 : str
        The identity of the rules.
    points : int
        Least points over all arrangements (and, with a card too many, over all discards).
    can_declare : bool
    has_lives : bool
        Some arrangement holds the sequences that a declaration needs.
    best : Arrangement
        One arrangement with these points (after the best discard); its loose cards leave the discard out.
    reasons : tuple of str
        Why, in sentences.
    discards : tuple of Discard
        With a card too many: every distinct discard, best first (with `advice`, equal ones as it ranks them). Empty
        otherwise.
    arrangements : tuple of Arrangement
        Where they were asked for: all best arrangements, each once.  Two are the same when their groups hold the same
        natural cards: which wild lies where, what it stands for and how many wilds hang on a group is not told
        apart.  Of the same ones that with the fewest wilds in groups is shown, so a wild that no group needs is
        loose, as long as it need not be placed (a declaration) and opens nothing.
    more_arrangements : bool
        The list stopped at its greatest length (500); there may be more.
    advice : HandAdvice or None
        Distance, outs and ranked discards where they were asked for.
    """

    objective: ClassVar[str] = "declare"
    ruleset: str
    cards: tuple[int, ...]
    decks: int
    wild: str | None
    wild_rank: int | None
    rules_sha256: str
    points: int
    can_declare: bool
    has_lives: bool
    best: Arrangement
    reasons: tuple[str, ...]
    discards: tuple[Discard, ...] = ()
    arrangements: tuple[Arrangement, ...] = ()
    more_arrangements: bool = False
    values: tuple[int, ...] = field(default=(), repr=False)
    advice: "HandAdvice | None" = None

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The groups of the best arrangement."""
        return self.best.melds

    @property
    def loose(self) -> tuple[int, ...]:
        """The cards that no group holds."""
        return self.best.loose

    @property
    def best_discard(self) -> int | None:
        """The card to throw, for a hand with one too many."""
        return self.discards[0].card if self.discards else None

    def to_dict(self) -> dict[str, object]:
        """Return the answer as the JSON of the command line."""
        answer: dict[str, object] = {"points": self.points, "can_declare": self.can_declare, **self.best.to_dict()}
        if self.discards:
            answer["after_discard"] = {
                format_card(discard.card): {"points": discard.points, "can_declare": discard.can_declare}
                for discard in sorted(self.discards, key=lambda discard: discard.card)
            }
            answer["best_discard"] = format_card(self.discards[0].card)
        if self.arrangements:
            answer["arrangements"] = [arrangement.to_dict() for arrangement in self.arrangements]
            if self.more_arrangements:
                answer["more_arrangements"] = True
        answer["reasons"] = list(self.reasons)
        answer |= self.advice.to_dict() if self.advice else {}
        return answer | provenance_of(self)

    def to_polars(self) -> "polars.DataFrame":
        """Return the best arrangement as a frame, a row a group and one for the loose cards.

        Columns: group (str), cards (str), stands_for (str), points (int).
        """
        import polars

        rows = [
            {
                "group": meld.kind,
                "cards": format_cards(meld.cards),
                "stands_for": " ".join(meld.stands_for),
                "points": 0 if meld.counts else meld.points,
            }
            for meld in self.melds
        ]
        cost = sum(self.values[card] for card in self.loose)
        rows.append({"group": "loose", "cards": format_cards(self.loose), "stands_for": "", "points": cost})
        return polars.DataFrame(rows)

    def _repr_html_(self) -> str:
        from html import escape

        verdict = "can be declared" if self.can_declare else f"{self.points} points"
        throw = f", throw {format_card(self.discards[0].card, symbols=True)}" if self.discards else ""
        rows = "".join(
            f"<tr><td>{meld.kind}</td><td>{format_cards(meld.cards, symbols=True)}</td>"
            f"<td>{escape(', '.join(f'{format_card(card)} as {place}' for card, place in meld.wilds()))}</td></tr>"
            for meld in self.melds
        )
        loose = format_cards(self.loose, symbols=True) or "nothing"
        reasons = "".join(f"<li>{escape(reason)}</li>" for reason in self.reasons)
        return (
            f"<p><b>{format_cards(self.cards, symbols=True)}</b>: {verdict}{throw}</p>"
            f"<table>{rows}<tr><td>loose</td><td>{loose}</td><td></td></tr></table><ul>{reasons}</ul>"
        )


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
    """Return the exact answer about one hand: an `Analysis`, or that of the game's own objective.

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
        List every best arrangement, not only one: the groupings of natural cards that differ, see `Analysis`.

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
    situation = Situation.of(game, wild=wild, decks=decks, players=players, set=set, dead=dead)
    _check_fits(situation.ruleset, contract=contract, table=table, advise=advise)
    if situation.ruleset.objective == "contract":
        from meldlab.sim.contract_analysis import answer_contract

        if all_arrangements:
            raise MeldlabError(
                "only one best arrangement is listed in a contract game",
                where="all_arrangements",
                remedy="Leave it out",
            )
        return answer_contract(situation, hand, contract=contract, table=table, advise=advise)
    if situation.ruleset.objective == "deadwood":
        from meldlab.sim.deadwood_analysis import analyze_deadwood

        return analyze_deadwood(situation, hand, all_arrangements=all_arrangements, advise=advise)
    if situation.ruleset.objective == "value":
        from meldlab.sim.value_analysis import analyze_value

        return analyze_value(situation, hand, all_arrangements=all_arrangements, advise=advise)
    cards = situation.hand(hand)
    discards = _discards(situation, cards) if len(cards) > situation.size else ()
    advice = None
    ahead: tuple[str, ...] = ()
    if advise:
        from meldlab.sim.advice import looking_ahead, ties_by_rank
        from meldlab.sim.declare_advice import advice_on

        advice = advice_on(situation, cards, discards)
        discards = ties_by_rank(discards, advice.discards, now=lambda each: (not each.can_declare, each.points))
        ahead = looking_ahead(discards[0].card if discards else None, advice.discards, gain="the fewest points")
    kept = list(cards)
    for discard in discards[:1]:
        kept.remove(discard.card)
    answer = _analysis_of(
        situation, cards, tuple(kept), all_arrangements=all_arrangements, discards=discards, advice=advice
    )
    return replace(answer, reasons=(*answer.reasons, *ahead))


def analyze_many(
    hands: Iterable[Hand],
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
        shape (hands, 13); no card too many.
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
    import numpy as np
    import polars

    situation = Situation.of(game, wild=wild, decks=decks, players=players, set=set, dead=dead)
    check_hands("hands", hands)
    check_text("contract", contract, allowed=CONTRACT)
    _check_fits(situation.ruleset, contract=contract)
    if situation.ruleset.objective == "contract":
        from meldlab.sim.contract_analysis import contract_frame

        return contract_frame(situation, hands, contract=contract)
    rows = []
    for number, hand in enumerate(hands, start=1):
        try:
            rows.append(situation.hand(hand, spare=0))
        except MeldlabError as error:
            error.where = f"hand {number}, {error.where}" if error.where else f"hand {number}"
            raise
    if situation.ruleset.objective == "deadwood":
        from meldlab.sim.deadwood_analysis import deadwood_frame

        return deadwood_frame(situation, rows)
    if situation.ruleset.objective == "value":
        from meldlab.sim.value_analysis import value_frame

        return value_frame(situation, rows)
    counts = np.array([situation.solver.counts(row) for row in rows], dtype=np.uint8).reshape(
        len(rows), PRINTED_JOKER + 1
    )
    figures = situation.solver.figures(counts)
    return polars.DataFrame(
        {
            "hand": [format_cards(row) for row in rows],
            "points": [figure.points for figure in figures],
            "can_declare": [figure.can_declare for figure in figures],
            "has_lives": [figure.has_lives for figure in figures],
        },
        schema={
            "hand": polars.String,
            "points": polars.Int64,
            "can_declare": polars.Boolean,
            "has_lives": polars.Boolean,
        },
    )


def meld_kinds(
    cards: Hand,
    game: Ruleset | str | Path,
    *,
    wild: str | None = None,
    decks: int | None = None,
    players: int | None = None,
    set: Mapping[str, object] | None = None,
    dead: Hand = (),
) -> tuple[str, ...]:
    """Return the kinds of meld that these cards, as one group, may be; empty if they are no meld.

    Parameters and errors as for `analyze`, with any number of cards.
    """
    return kinds_of(Situation.of(game, wild=wild, decks=decks, players=players, set=set, dead=dead), cards)


def kinds_of(situation: Situation, cards: Hand) -> tuple[str, ...]:
    """Return what `meld_kinds` does, for a situation that is checked already."""
    if situation.ruleset.objective == "contract":
        from meldlab.sim.contract_analysis import contract_meld_kinds

        return contract_meld_kinds(situation, cards)
    if situation.ruleset.objective == "deadwood":
        from meldlab.sim.deadwood_analysis import deadwood_meld_kinds

        return deadwood_meld_kinds(situation, cards)
    if situation.ruleset.objective == "value":
        from meldlab.sim.value_analysis import value_meld_kinds

        return value_meld_kinds(situation, cards)
    return situation.solver.kinds_of_meld(situation.solver.counts(situation.held(cards)))


def _check_fits(
    ruleset: Ruleset, *, contract: str | None, table: Iterable[str] | None = None, advise: bool = False
) -> None:
    """Pass when contracts are asked of a contract game, and advice of a hand without a table."""
    for name, value in (("contract", contract), ("table", table)):
        if value is not None and ruleset.objective != "contract":
            raise MeldlabError(f"{ruleset.name} has no contracts", where=name, remedy="Leave it out")
    if advise and table is not None:
        raise MeldlabError(
            "advice is about a hand alone, not about a turn with melds on the table",
            where="advise",
            remedy="Leave out either of the two",
        )


def _analysis_of(
    situation: Situation,
    cards: tuple[int, ...],
    kept: tuple[int, ...],
    *,
    all_arrangements: bool,
    discards: tuple[Discard, ...],
    advice: "HandAdvice | None",
) -> Analysis:
    from meldlab.sim.reasons import reasons_for

    solver = situation.solver
    counts = solver.counts(kept)
    figures: Figures = solver.figures(counts[None, :])[0]
    best = solver.best(counts, declare=figures.can_declare)
    every, more = solver.all_best(counts, declare=figures.can_declare) if all_arrangements else ((), False)
    return Analysis(
        **situation.provenance(),
        cards=cards,
        wild_rank=situation.wild_rank,
        points=figures.points,
        can_declare=figures.can_declare,
        has_lives=figures.has_lives,
        best=best,
        reasons=reasons_for(solver, counts, figures, best),
        discards=discards,
        arrangements=every,
        more_arrangements=more,
        values=tuple(solver.value(card) for card in range(PRINTED_JOKER + 1)),
        advice=advice,
    )


def _discards(situation: Situation, cards: Sequence[int]) -> tuple[Discard, ...]:
    """Return every distinct discard, best first (Indian rules, 3.5)."""
    import numpy as np

    kinds = sorted(set(cards))
    counts = np.repeat(situation.solver.counts(cards)[None, :], len(kinds), axis=0)
    counts[np.arange(len(kinds)), kinds] -= 1
    discards = [
        Discard(card, figures.points, figures.can_declare)
        for card, figures in zip(kinds, situation.solver.figures(counts), strict=True)
    ]

    def order(discard: Discard) -> tuple[bool, int, int, bool, int]:
        is_wild = discard.card == PRINTED_JOKER or discard.card % 13 == situation.wild_rank
        return (not discard.can_declare, discard.points, -situation.solver.value(discard.card), is_wild, discard.card)

    return tuple(sorted(discards, key=order))
