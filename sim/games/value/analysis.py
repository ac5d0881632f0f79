"""What one hand of a `value` game is worth: best value, least deadwood, specials held or missing, and the reasons."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from meldlab.sim.common.notation import PRINTED_JOKER, format_card, format_cards
from meldlab.sim.games.family import HandQuestion
from meldlab.sim.games.value.advice import ValueAdvice, ValueDiscard, advice_on, recipes_of
from meldlab.sim.games.value.all_arrangements import every_best
from meldlab.sim.games.value.hand_solver import ValueArrangement, ValueSolver
from meldlab.sim.games.value.melds import ValueMeld, hand_value
from meldlab.sim.games.value.reasons import reasons_for
from meldlab.sim.hand.advice import looking_ahead, ties_by_rank
from meldlab.sim.hand.answer import DiscardedAnswer
from meldlab.sim.hand.setting import Hand
from meldlab.sim.hand.situation import Situation

if TYPE_CHECKING:
    import numpy as np
    import polars
    from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True)
class ValueAnalysis(DiscardedAnswer[ValueDiscard]):
    """The answer about one hand of a game that counts the value of melds.

    Attributes
    ----------
    value : int
        Most that melds are worth, less what the cards left cost (a pinaculo as completed during play).
    value_dealt : int or None
        The same for cards as dealt; None for a hand of another size.
    min_deadwood, min_unmelded : int
        Least hand value, and least number of cards, left over: each by an arrangement of its own.
    can_lay_all, can_go_out : bool
        Every card can be laid; the hand can be got rid of in this turn.
    turn_value : int or None
        With a card too many: the best after a discard, or by laying every card where that closes.
    missing : mapping
        For each special the fewest cards to add; None where the rules allow none.
    best : ValueArrangement
        One arrangement worth `value`.
    reach : int
        Most missing cards with which the rules call a special in reach.
    advice : ValueAdvice or None
        For each special distance, outs and chances, and ranked discards, where they were asked for.
    arrangements : tuple of ValueArrangement
        All best arrangements where they were asked for: each once, whichever wild cards lie where.
    more_arrangements : bool
        The list was cut.
    """

    objective: ClassVar[str] = "value"
    value: int
    value_dealt: int | None
    min_deadwood: int
    min_unmelded: int
    can_lay_all: bool
    can_go_out: bool
    turn_value: int | None
    missing: Mapping[str, int | None]
    best: ValueArrangement
    costs: tuple[int, ...] = field(default=(), repr=False)
    reach: int = 0
    advice: ValueAdvice | None = None
    arrangements: tuple[ValueArrangement, ...] = ()
    more_arrangements: bool = False

    @property
    def melds(self) -> tuple[ValueMeld, ...]:
        """The melds of the best arrangement."""
        return self.best.melds

    @property
    def left(self) -> tuple[int, ...]:
        """The cards it leaves in hand."""
        return self.best.left

    @property
    def has_meld(self) -> bool:
        """Whether the hand holds any legal meld."""
        return self.min_unmelded < len(self.cards)

    @property
    def held(self) -> dict[str, bool]:
        """For each special whether the hand contains it."""
        return {name: missing == 0 for name, missing in self.missing.items()}

    @property
    def value_after_discard(self) -> int | None:
        """The best value after a discard, for a hand with one card too many."""
        return self.discards[0].value if self.discards else None

    def to_dict(self) -> dict[str, object]:
        """Return the answer as the JSON of the command line."""
        answer: dict[str, object] = {"value": self.value}
        if self.value_dealt is not None:
            answer["value_dealt"] = self.value_dealt
        if self.discards:
            answer["value_after_discard"] = self.value_after_discard
            answer["turn_value"] = self.turn_value
            answer["best_discard"] = format_card(self.discards[0].card)
        return answer | {
            "min_deadwood": self.min_deadwood,
            "min_unmelded": self.min_unmelded,
            "has_meld": self.has_meld,
            "can_lay_all": self.can_lay_all,
            "can_go_out": self.can_go_out,
            "missing": dict(self.missing),
            "held": self.held,
            "melds": [meld.to_dict() for meld in self.melds],
            "left": [format_card(card) for card in self.left],
            "reasons": list(self.reasons),
            **({"arrangements": [each.to_dict() for each in self.arrangements]} if self.arrangements else {}),
            **({"more_arrangements": True} if self.more_arrangements else {}),
            **(self.advice.to_dict() if self.advice else {}),
            **self.provenance(),
        }

    def to_polars(self) -> "polars.DataFrame":
        """Return the best arrangement as a frame, a row a meld and one for the cards left.

        Columns: group (str), class (str), cards (str), stands_for (str), value (int), negative for the cards left.
        """
        import polars

        rows = [
            {
                "group": meld.kind,
                "class": meld.name,
                "cards": format_cards(meld.cards),
                "stands_for": " ".join(meld.stands_for),
                "value": meld.value,
            }
            for meld in self.melds
        ]
        cost = -sum(self.costs[card] for card in self.left)
        rows.append({"group": "left", "class": "", "cards": format_cards(self.left), "stands_for": "", "value": cost})
        return polars.DataFrame(rows)

    def _repr_html_(self) -> str:
        rows = [
            (meld.name if meld.name != "plain" else meld.kind, format_cards(meld.cards, symbols=True), str(meld.value))
            for meld in self.melds
        ]
        left, cost = format_cards(self.left, symbols=True) or "nothing", -sum(self.costs[card] for card in self.left)
        return self._html(f"value {self.value}", [*rows, ("left", left, str(cost))])


def analyze(situation: Situation, hand: Hand, asked: HandQuestion) -> ValueAnalysis:
    """Return the exact answer about one hand of any size; see `meldlab.sim.analyze.analyze.analyze`."""
    cards = situation.held(hand)
    solver = value_solver(situation)
    counts = solver.counts(cards)
    value, unmelded = solver.value(counts), solver.unmelded(counts)
    drawn = len(cards) == situation.size + 1
    discards = _discards(solver, counts) if drawn else ()
    best = solver.arrange(counts)
    specials = situation.ruleset.special
    missing = recipes_of(situation.ruleset).missing(counts)
    advice = None
    ahead: tuple[str, ...] = ()
    if asked.advise:
        advice = advice_on(situation, counts, discards)
        discards = ties_by_rank(discards, advice.discards, now=lambda each: (-each.value,))
        ahead = looking_ahead(discards[0].card if discards else None, advice.discards, gain="the best value")
    every: tuple[ValueArrangement, ...] = ()
    more = False
    if asked.all_arrangements:
        every, more = every_best(solver, counts)
    return ValueAnalysis(
        **situation.provenance(),
        cards=cards,
        value=value,
        value_dealt=solver.value(counts, dealt=True) if len(cards) == situation.size else None,
        min_deadwood=solver.deadwood(counts),
        min_unmelded=unmelded,
        can_lay_all=unmelded == 0,
        can_go_out=_can_go_out(solver, counts, unmelded),
        turn_value=_turn_value(solver, counts, discards) if discards else None,
        missing=missing,
        best=best,
        reasons=(*reasons_for(solver.values, best, missing, specials.reach), *ahead),
        discards=discards,
        costs=tuple(hand_value(card, solver.rules) for card in range(PRINTED_JOKER + 1)),
        reach=specials.reach,
        advice=advice,
        arrangements=every,
        more_arrangements=more,
    )


def figures(situation: Situation, hands: Iterable[Hand], asked: HandQuestion) -> "polars.DataFrame":
    """Return hand (str), value, min_deadwood and min_unmelded (int64) of many hands, a row a hand in order."""
    import polars

    solver = value_solver(situation)
    figures = {"value": solver.value, "min_deadwood": solver.deadwood, "min_unmelded": solver.unmelded}
    told = [
        (format_cards(row), *(figure(solver.counts(row)) for figure in figures.values()))
        for row in [*situation.hands(hands)]  # every hand is looked at before any is solved
    ]
    schema = {"hand": polars.String, **dict.fromkeys(figures, polars.Int64)}
    return polars.DataFrame(told, schema=schema, orient="row")


def meld_kinds(situation: Situation, cards: Hand) -> tuple[str, ...]:
    """Return ``("run",)`` or ``("set",)`` if these cards as one group are one; else nothing."""
    held, solver = situation.held(cards), value_solver(situation)
    kind = solver.values.kind_of_group(held)
    return () if kind is None else (kind,)


def value_solver(situation: Situation) -> ValueSolver:
    """Return a solver for the rules of a situation."""
    return ValueSolver(situation.ruleset)


def _discards(solver: ValueSolver, counts: "NDArray[np.uint8]") -> tuple[ValueDiscard, ...]:
    """Return every distinct discard, best first; of equal ones the card that costs most goes first."""
    found = [ValueDiscard(card, solver.value(without)) for card, without in _without_one(counts)]
    return tuple(sorted(found, key=lambda each: (-each.value, -hand_value(each.card, solver.rules), each.card)))


def _without_one(counts: "NDArray[np.uint8]") -> "list[tuple[int, NDArray[np.uint8]]]":
    found = []
    for card in range(len(counts)):
        if counts[card]:
            without = counts.copy()
            without[card] -= 1
            found.append((card, without))
    return found


def _turn_value(solver: ValueSolver, counts: "NDArray[np.uint8]", discards: tuple[ValueDiscard, ...]) -> int:
    """Return the best of a turn (rules, 10.3): after a discard, or closing without one."""
    best = discards[0].value
    closing = solver.value_laying_all(counts) if solver.rules.closes_without_discard else None
    return best if closing is None else max(best, closing)


def _can_go_out(solver: ValueSolver, counts: "NDArray[np.uint8]", unmelded: int) -> bool:
    """Return whether the hand can be emptied (rules, 9.5): where closing needs a discard, exactly one card is kept."""
    if solver.rules.closes_without_discard:
        return unmelded <= 1
    return unmelded <= 1 and any(solver.unmelded(without) == 0 for _, without in _without_one(counts))
