"""Advice on a hand of a contract game: distance, outs, chances, and every discard in order (section 11)."""

from collections.abc import Sequence

from meldlab.sim.advice import Candidate, HandAdvice, rank_discards
from meldlab.sim.contract_solver import Contract, ContractSolver
from meldlab.sim.rules import Ruleset


def advice_on(
    solver: ContractSolver, cards: Sequence[int], contract: Contract, distance: int | None, *, discards: bool
) -> HandAdvice:
    """Return the advice on a hand at `distance`; with `discards` for a hand that has to throw one card.

    Distance and outs are those of all cards in hand: a card outside the contract's melds can always be thrown.
    """
    candidates = [_candidate(solver, cards, card, contract) for card in sorted(set(cards))] if discards else []
    return HandAdvice(
        distance=distance,
        outs=solver.outs(cards, contract, distance),
        unseen=solver.copies_left(cards),
        discards=rank_discards(candidates),
    )


def must_throw(ruleset: Ruleset, cards: Sequence[int], contract: Contract) -> bool:
    """Return whether a hand has drawn and not yet thrown: one card more than dealt, each contra adding two (6.2)."""
    dealt = ruleset.deal.cards
    if isinstance(dealt, tuple):
        known = str(contract) in ruleset.contract.hands
        size = ruleset.cards_dealt(str(contract)) if known else ruleset.least_cards(str(contract)) + ruleset.deal.extra
    else:
        size = ruleset.cards_dealt(str(contract))
    each_contra = 1 + ruleset.play.contra_penalty if ruleset.play.contra else 2
    return len(cards) > size and (len(cards) - size - 1) % each_contra == 0


def _candidate(solver: ContractSolver, cards: Sequence[int], card: int, contract: Contract) -> Candidate:
    kept = list(cards)
    kept.remove(card)
    figures = solver.figures(kept, contract)
    distance = solver.distance(kept, contract)
    at_risk = figures.min_points_left
    if at_risk is None:
        at_risk = sum(solver.value(each) for each in kept)
    return Candidate(
        card=card,
        figures={
            "can_go_down": figures.can_go_down,
            "min_points_left": figures.min_points_left,
            "points_at_risk": at_risk,
        },
        distance=distance,
        out_copies=sum(solver.outs(kept, contract, distance).values()),
        worth=(at_risk, -solver.value(card)),
        told=f"{at_risk} point{'' if at_risk == 1 else 's'} at risk",
        finished="the rest can go down",
    )
