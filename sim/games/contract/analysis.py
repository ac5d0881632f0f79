"""What a hand of a contract game is worth: can it go down, what stays, how far away it is, and the reasons."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.common.notation import PRINTED_JOKER, format_card, format_cards
from meldlab.sim.games.contract.advice import advice_on, must_throw
from meldlab.sim.games.contract.hand_solver import Contract, ContractSolver
from meldlab.sim.games.contract.reasons import reasons_for
from meldlab.sim.games.family import HandQuestion
from meldlab.sim.hand.advice import HandAdvice
from meldlab.sim.hand.answer import HandAnswer
from meldlab.sim.hand.arrangement import Meld
from meldlab.sim.hand.setting import Hand
from meldlab.sim.hand.situation import Situation

if TYPE_CHECKING:
    import polars

    from meldlab.sim.games.contract.turn.best_turn import TurnAnalysis


@dataclass(frozen=True, kw_only=True)
class ContractAnalysis(HandAnswer):
    """The answer about one hand of a contract game, before its discard, whatever lies on the table.

    Attributes
    ----------
    contract : str
        Its melds, sets first.
    can_go_down : bool
    min_points_left, min_cards_left, min_points_after_discard : int or None
        The least that stays in hand after going down, and the least after one card more is thrown; None where the
        hand cannot go down.
    can_close : bool
        At most one card stays.
    melds : tuple of Meld
        Melds that leave the least points.
    left : tuple of int
        The cards they leave; all of them when the hand cannot go down.
    distance : int or None
        Cards to draw until it can go down; None if no cards suffice.
    advice : HandAdvice or None
        Outs, chances and ranked discards where they were asked for.
    values : tuple of int
        Points of each card left in hand.
    """

    objective: ClassVar[str] = "contract"
    contract: str
    can_go_down: bool
    min_points_left: int | None
    min_cards_left: int | None
    can_close: bool
    min_points_after_discard: int | None
    melds: tuple[Meld, ...]
    left: tuple[int, ...]
    distance: int | None = None
    advice: HandAdvice | None = None
    values: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the answer as the JSON of the command line."""
        answer: dict[str, object] = {
            "contract": self.contract,
            "can_go_down": self.can_go_down,
            "min_points_left": self.min_points_left,
            "min_cards_left": self.min_cards_left,
            "can_close": self.can_close,
            "min_points_after_discard": self.min_points_after_discard,
            "melds": [meld.to_dict() for meld in self.melds],
            "left": [format_card(card) for card in self.left],
        }
        answer |= self.advice.to_dict() if self.advice else {}
        answer["reasons"] = list(self.reasons)
        return answer | self.provenance()


def analyze(situation: Situation, hand: Hand, asked: HandQuestion) -> "ContractAnalysis | TurnAnalysis":
    """Return what `analyze` returns for a contract game: with a table the best turn, else the hand alone."""
    if asked.all_arrangements:
        raise MeldlabError(
            "only one best arrangement is listed in a contract game", where="all_arrangements", remedy="Leave it out"
        )
    solver = solver_of(situation)
    if asked.table is not None:
        from meldlab.sim.games.contract.turn.best_turn import analyze_turn

        return analyze_turn(situation, hand, asked.table, contract=asked.contract, solver=solver)
    wanted, cards = _wanted(situation, asked.contract), situation.held(hand)
    figures = solver.figures(cards, wanted)
    best = solver.best(cards, wanted) if figures.can_go_down else None
    distance = solver.distance(cards, wanted)
    advice = None
    if asked.advise:
        drawn = must_throw(situation.ruleset, cards, wanted, least_left=figures.min_cards_left)
        advice = advice_on(solver, cards, wanted, distance, discards=drawn)
    return ContractAnalysis(
        **situation.provenance(),
        **figures._asdict(),
        cards=cards,
        contract=str(wanted),
        can_close=figures.can_close,
        melds=best.melds if best else (),
        left=best.left if best else tuple(sorted(cards)),
        reasons=reasons_for(solver, situation.ruleset, cards, wanted, figures, distance),
        distance=distance,
        advice=advice,
        values=tuple(solver.value(card) for card in range(PRINTED_JOKER + 1)),
    )


def _wanted(situation: Situation, contract: str | None) -> Contract:
    if contract is None:
        allowed = ", ".join(situation.ruleset.contract.hands)
        raise MeldlabError("the contract is missing", where="contract", allowed=allowed)
    return Contract.of(contract)


def solver_of(situation: Situation) -> ContractSolver:
    """Return the solver of a situation's rules and pack."""
    return ContractSolver(situation.ruleset, decks=situation.decks, dead=situation.dead)


def figures(situation: Situation, hands: Iterable[Hand], asked: HandQuestion) -> "polars.DataFrame":
    """Return the figures of many hands, a row a hand in the order given.

    Returns
    -------
    polars.DataFrame
        Columns hand (str), can_go_down (bool), min_points_left, min_cards_left, min_points_after_discard (int64, null
        where the hand cannot go down), can_close (bool), distance (int64).
    """
    import polars

    wanted, solver, rows = _wanted(situation, asked.contract), solver_of(situation), []
    for cards in situation.hands(hands, any_size=True):
        figures = solver.figures(cards, wanted)
        rows.append(
            {
                "hand": format_cards(cards),
                **figures._asdict(),
                "can_close": figures.can_close,
                "distance": solver.distance(cards, wanted),
            }
        )
    return polars.DataFrame(
        rows,
        schema={
            "hand": polars.String,
            "can_go_down": polars.Boolean,
            "min_points_left": polars.Int64,
            "min_cards_left": polars.Int64,
            "min_points_after_discard": polars.Int64,
            "can_close": polars.Boolean,
            "distance": polars.Int64,
        },
    )


def meld_kinds(situation: Situation, cards: Hand) -> tuple[str, ...]:
    """Return the kinds of meld, ``set`` and ``run``, that all these cards together may be."""
    solver, held = solver_of(situation), situation.held(cards)
    kinds = {"set": Contract(1, 0), "run": Contract(0, 1)}
    laid = {kind: solver.best(held, contract, fewest_cards=True, exactly=True) for kind, contract in kinds.items()}
    return tuple(kind for kind, one in laid.items() if one is not None and not one.left)
