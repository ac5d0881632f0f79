"""What one hand of gin is worth: least deadwood, the arrangement, every discard, and the reasons."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from meldlab.sim.common.notation import format_card, format_cards
from meldlab.sim.games.deadwood.advice import DeadwoodDiscard, advice_on
from meldlab.sim.games.deadwood.hand_solver import DeadwoodSolver
from meldlab.sim.games.deadwood.lower import lower_deadwood
from meldlab.sim.games.family import HandQuestion
from meldlab.sim.hand.advice import DiscardAdvice, HandAdvice, ties_by_rank
from meldlab.sim.hand.answer import DiscardedAnswer
from meldlab.sim.hand.arrangement import Arrangement, Meld
from meldlab.sim.hand.setting import Hand
from meldlab.sim.hand.situation import Situation

if TYPE_CHECKING:
    import polars


@dataclass(frozen=True, kw_only=True)
class DeadwoodAnalysis(DiscardedAnswer[DeadwoodDiscard]):
    """The answer about one hand of a game that counts deadwood.

    Attributes
    ----------
    deadwood : int
        Least points of the cards in no meld (with a card too many: after the best discard).
    knock_at : int
        Most deadwood with which a player may knock.
    best : Arrangement
        One arrangement with this deadwood (after the best discard); its loose cards leave the discard out.
    arrangements : tuple of Arrangement
        All best arrangements where they were asked for.
    advice : HandAdvice or None
        Distance to gin, outs and ranked discards where they were asked for.
    """

    objective: ClassVar[str] = "deadwood"
    deadwood: int
    knock_at: int
    best: Arrangement
    arrangements: tuple[Arrangement, ...] = ()
    values: tuple[int, ...] = field(default=(), repr=False)
    advice: HandAdvice | None = None

    @property
    def gin(self) -> bool:
        """Whether every card (but the discard) is in a meld, or costs nothing."""
        return self.deadwood == 0

    @property
    def can_knock(self) -> bool:
        """Whether the deadwood is low enough to knock, after a draw and a discard."""
        return self.deadwood <= self.knock_at

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The groups of the best arrangement."""
        return self.best.melds

    @property
    def left(self) -> tuple[int, ...]:
        """The cards in no meld."""
        return self.best.loose

    def to_dict(self) -> dict[str, object]:
        """Return the answer as the JSON of the command line."""
        answer: dict[str, object] = {}
        if self.discards:
            answer["after_discard"] = {
                format_card(discard.card): {"deadwood": discard.deadwood}
                for discard in sorted(self.discards, key=lambda discard: discard.card)
            }
            answer["best_discard"] = format_card(self.discards[0].card)
            answer["deadwood_after"] = self.deadwood
        else:
            answer["deadwood"] = self.deadwood
        answer |= {"gin": self.gin, **_as_json(self.best)}
        if self.arrangements:
            answer["arrangements"] = [_as_json(arrangement) for arrangement in self.arrangements]
        answer["reasons"] = list(self.reasons)
        answer |= self.advice.to_dict() if self.advice else {}
        return answer | self.provenance()

    def to_polars(self) -> "polars.DataFrame":
        """Return the best arrangement as a frame, a row a meld and one for the cards in none.

        Columns: group (str), cards (str), points (int): what the row costs.
        """
        import polars

        rows = [{"group": meld.kind, "cards": format_cards(meld.cards), "points": 0} for meld in self.melds]
        rows.append({"group": "left", "cards": format_cards(self.left), "points": self.deadwood})
        return polars.DataFrame(rows)

    def _repr_html_(self) -> str:
        verdict = "gin" if self.gin else f"{self.deadwood} deadwood"
        rows = [(meld.kind, format_cards(meld.cards, symbols=True)) for meld in self.melds]
        return self._html(verdict, [*rows, ("left", format_cards(self.left, symbols=True) or "nothing")])


def analyze(situation: Situation, hand: Hand, asked: HandQuestion) -> DeadwoodAnalysis:
    """Return the exact answer about one hand of ten or eleven cards; see `meldlab.sim.analyze.analyze.analyze`."""
    cards = situation.hand(hand)
    solver = _solver(situation)
    discards = _discards(solver, cards) if len(cards) > situation.size else ()
    advice = None
    if asked.advise:
        advice = advice_on(situation, cards, discards)
        discards = ties_by_rank(discards, advice.discards, now=lambda each: (each.deadwood,))
    kept = tuple(card for card in cards if not discards or card != discards[0].card)
    every = solver.all_best(kept)
    best = every[0]
    deadwood = sum(solver.values[card] for card in best.loose)
    knock_at = situation.ruleset.play.knock_at
    return DeadwoodAnalysis(
        **situation.provenance(),
        cards=cards,
        deadwood=deadwood,
        knock_at=knock_at,
        best=best,
        reasons=(
            *_discard_reasons(discards, advice.discards if advice else ()),
            *_reasons(best, deadwood, knock_at, drawn=bool(discards)),
            *_rejected(solver, kept, best, deadwood),
        ),
        discards=discards,
        arrangements=every if asked.all_arrangements else (),
        values=solver.values,
        advice=advice,
    )


def figures(situation: Situation, hands: Iterable[Hand], asked: HandQuestion) -> "polars.DataFrame":
    """Return hand (str), deadwood (int64) and gin (bool) of many hands, a row a hand in the order given."""
    import polars

    rows = [*situation.hands(hands)]
    deadwood = _solver(situation).deadwood(rows)
    return polars.DataFrame(
        {"hand": [format_cards(hand) for hand in rows], "deadwood": deadwood, "gin": deadwood == 0},
        schema={"hand": polars.String, "deadwood": polars.Int64, "gin": polars.Boolean},
    )


def meld_kinds(situation: Situation, cards: Hand) -> tuple[str, ...]:
    """Return ``("run",)`` or ``("set",)`` if these cards as one group are one; else nothing."""
    return _solver(situation).kinds_of_meld(situation.held(cards))


def _solver(situation: Situation) -> DeadwoodSolver:
    return DeadwoodSolver(lower_deadwood(situation.ruleset))


def _discards(solver: DeadwoodSolver, cards: tuple[int, ...]) -> tuple[DeadwoodDiscard, ...]:
    """Return every discard, best first; of equal ones the dearest card goes first."""
    left = solver.deadwood([[kept for kept in cards if kept != card] for card in cards]).tolist()
    found = [DeadwoodDiscard(card, deadwood) for card, deadwood in zip(cards, left, strict=True)]
    return tuple(sorted(found, key=lambda each: (each.deadwood, -solver.values[each.card], each.card)))


def _discard_reasons(discards: tuple[DeadwoodDiscard, ...], ranked: Sequence[DiscardAdvice]) -> Iterator[str]:
    if not discards:
        return
    best = discards[0]
    others = [discard.card for discard in discards[1:] if discard.deadwood == best.deadwood]
    if not others:
        yield f"No other discard leaves as little as {format_card(best.card)}: {_next_best(discards)}."
    else:
        yield f"{format_cards(others)} would leave as little; {_tie(best.card, others, ranked)}."


def _tie(best: int, others: Sequence[int], ranked: Sequence[DiscardAdvice]) -> str:
    """Return why, of discards that leave as much, `best` is thrown: what advice ranks by, or that it costs most."""
    after = {each.card: (each.distance, each.out_copies) for each in ranked}
    if any(after[card] != after[best] for card in others if after):
        return f"none leaves the hand nearer to gin than {format_card(best)}, or as near with more cards that help"
    return f"none costs more than {format_card(best)}"


def _next_best(discards: tuple[DeadwoodDiscard, ...]) -> str:
    second = discards[1]
    return f"{format_card(second.card)} would leave {second.deadwood} instead of {discards[0].deadwood}"


def _reasons(best: Arrangement, deadwood: int, knock_at: int, *, drawn: bool) -> Iterator[str]:
    if deadwood == 0:
        what = "Nothing that counts" if best.loose else "Nothing"
        yield f"{what} is left outside the melds: gin."
    elif deadwood <= knock_at:
        when = "you may knock" if drawn else "you may knock after the next draw"
        yield f"{deadwood} is not more than {knock_at}, so {when}."
    else:
        yield f"{deadwood} is more than the {knock_at} with which a player may knock."


def _rejected(solver: DeadwoodSolver, cards: Sequence[int], best: Arrangement, deadwood: int) -> Iterator[str]:
    """Say for each meld the hand holds but does not lay, because its cards do more elsewhere, what it would cost."""
    laid = [set(meld.cards) for meld in best.melds]
    for meld in solver.melds_of(cards):
        if any(group.issuperset(meld.cards) for group in laid):
            continue
        rest = [card for card in cards if card not in meld.cards]
        cost = int(solver.deadwood([rest])[0])
        named = f"{format_cards(meld.cards)} as a {meld.kind}"
        if cost > deadwood:
            yield f"Laying {named} would leave {cost} instead of {deadwood}."
        elif cost == deadwood:
            yield f"Laying {named} is as good."


def _as_json(arrangement: Arrangement) -> dict[str, object]:
    return {
        "melds": [meld.to_dict() for meld in arrangement.melds],
        "left": [format_card(card) for card in arrangement.loose],
    }
