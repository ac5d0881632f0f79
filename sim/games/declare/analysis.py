"""What one hand of a declare game is worth: the best arrangement, the figures, every discard, and the reasons."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from meldlab.sim.common.notation import PRINTED_JOKER, format_card, format_cards
from meldlab.sim.games.declare.advice import DeclareDiscard, advice_on
from meldlab.sim.games.declare.hand_solver import solver_of
from meldlab.sim.games.declare.reasons import reasons_for
from meldlab.sim.games.family import HandQuestion
from meldlab.sim.hand.advice import HandAdvice, looking_ahead, ties_by_rank
from meldlab.sim.hand.answer import DiscardedAnswer
from meldlab.sim.hand.arrangement import Arrangement, Meld, is_wild
from meldlab.sim.hand.setting import Hand
from meldlab.sim.hand.situation import Situation

if TYPE_CHECKING:
    import polars


@dataclass(frozen=True, kw_only=True)
class DeclareAnalysis(DiscardedAnswer[DeclareDiscard]):
    """The answer about one hand.

    Attributes
    ----------
    wild_rank : int or None
    points : int
        Least points over all arrangements (and, with a card too many, over all discards).
    can_declare : bool
    has_lives : bool
        Some arrangement holds the sequences that a declaration needs.
    best : Arrangement
        One arrangement with these points (after the best discard); its loose cards leave the discard out.
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
    wild_rank: int | None
    points: int
    can_declare: bool
    has_lives: bool
    best: Arrangement
    arrangements: tuple[Arrangement, ...] = ()
    more_arrangements: bool = False
    values: tuple[int, ...] = field(default=(), repr=False)
    advice: HandAdvice | None = None

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The groups of the best arrangement."""
        return self.best.melds

    @property
    def loose(self) -> tuple[int, ...]:
        """The cards that no group holds."""
        return self.best.loose

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
        return answer | self.provenance()

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
        verdict = "can be declared" if self.can_declare else f"{self.points} points"
        rows = [
            (
                meld.kind,
                format_cards(meld.cards, symbols=True),
                ", ".join(f"{format_card(card)} as {place}" for card, place in meld.wilds()),
            )
            for meld in self.melds
        ]
        return self._html(verdict, [*rows, ("loose", format_cards(self.loose, symbols=True) or "nothing", "")])


def analyze(situation: Situation, hand: Hand, asked: HandQuestion) -> DeclareAnalysis:
    """Return the exact answer about one hand; see `meldlab.sim.analyze.analyze.analyze`."""
    cards = situation.hand(hand)
    discards = _discards(situation, cards) if len(cards) > situation.size else ()
    advice = None
    ahead: tuple[str, ...] = ()
    if asked.advise:
        advice = advice_on(situation, cards, discards)
        discards = ties_by_rank(discards, advice.discards, now=lambda each: (not each.can_declare, each.points))
        ahead = looking_ahead(discards[0].card if discards else None, advice.discards, gain="the fewest points")
    kept = list(cards)
    for discard in discards[:1]:
        kept.remove(discard.card)
    solver = situation.made(solver_of)
    counts = solver.counts(kept)
    (figures,) = solver.figures(counts[None, :])
    best = solver.best(counts, declare=figures.can_declare)
    every, more = solver.all_best(counts, declare=figures.can_declare) if asked.all_arrangements else ((), False)
    return DeclareAnalysis(
        **situation.provenance(),
        **figures._asdict(),
        cards=cards,
        wild_rank=situation.wild_rank,
        best=best,
        reasons=(*reasons_for(solver, counts, figures, best), *ahead),
        discards=discards,
        arrangements=every,
        more_arrangements=more,
        values=tuple(solver.value(card) for card in range(PRINTED_JOKER + 1)),
        advice=advice,
    )


def figures(situation: Situation, hands: Iterable[Hand], asked: HandQuestion) -> "polars.DataFrame":
    """Return columns hand (str), points (int64), can_declare, has_lives (bool), a row a hand."""
    import numpy as np
    import polars

    rows, solver = [*situation.hands(hands)], situation.made(solver_of)
    counts = np.array([solver.counts(row) for row in rows], dtype=np.uint8).reshape(len(rows), PRINTED_JOKER + 1)
    kinds = {"points": polars.Int64, "can_declare": polars.Boolean, "has_lives": polars.Boolean}
    told = [(format_cards(row), *found) for row, found in zip(rows, solver.figures(counts), strict=True)]
    return polars.DataFrame(told, schema={"hand": polars.String, **kinds}, orient="row")


def meld_kinds(situation: Situation, cards: Hand) -> tuple[str, ...]:
    """Return the kinds of meld that these cards, as one group, may be; empty if they are no meld."""
    solver = situation.made(solver_of)
    return solver.kinds_of_meld(solver.counts(situation.held(cards)))


def _discards(situation: Situation, cards: Sequence[int]) -> tuple[DeclareDiscard, ...]:
    """Return every distinct discard, best first (Indian rules, 3.5)."""
    import numpy as np

    kinds, solver = sorted(set(cards)), situation.made(solver_of)
    counts = np.repeat(solver.counts(cards)[None, :], len(kinds), axis=0)
    counts[np.arange(len(kinds)), kinds] -= 1
    discards = [
        DeclareDiscard(card, figures.points, figures.can_declare)
        for card, figures in zip(kinds, solver.figures(counts), strict=True)
    ]

    def order(discard: DeclareDiscard) -> tuple[bool, int, int, bool, int]:
        card, wild = discard.card, is_wild(discard.card, situation.wild_rank)
        return (not discard.can_declare, discard.points, -solver.value(card), wild, card)

    return tuple(sorted(discards, key=order))
