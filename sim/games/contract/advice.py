"""Advice on a hand of a contract game: distance, outs, chances, and every discard in order (section 11)."""

from collections.abc import Sequence
from dataclasses import replace

from meldlab.sim.games.contract.hand_solver import Contract, ContractSolver
from meldlab.sim.hand.advice import Candidate, HandAdvice, rank_discards
from meldlab.sim.rules import Ruleset


def advice_on(
    solver: ContractSolver, cards: Sequence[int], contract: Contract, distance: int | None, *, discards: bool
) -> HandAdvice:
    """Return the advice on a hand at `distance`; with `discards` for a hand that has to throw one card.

    Distance and outs are those of all cards in hand, the chances those after the best discard: no one discard need
    keep every out.  The card thrown lies on the pile, so no row counts it among the cards still to be drawn.
    """
    whole = HandAdvice(distance, solver.outs(cards, contract, distance), solver.copies_left(cards))
    if not discards:
        return whole
    ranked = rank_discards(_candidate(solver, cards, card, contract) for card in sorted(set(cards)))
    if distance == 0:  # it goes down with all cards in hand: no draw is waited for
        return replace(whole, discards=ranked)
    best = ranked[0]
    after, kept = solver.without(best.card), _without(cards, best.card)
    outs = after.outs(kept, contract, best.distance)
    left = HandAdvice(best.distance, outs, after.copies_left(kept), thrown=best.card)
    return replace(whole, discards=ranked, after_discard=left)


def must_throw(ruleset: Ruleset, cards: Sequence[int], contract: Contract, *, least_left: int | None = None) -> bool:
    """Return whether a hand has drawn and not yet thrown: one card more than dealt, each contra adding two (6.2).

    A hand that can lay every card (`least_left` is 0) closes without a discard, where the rules ask for none.
    """
    if least_left == 0 and not ruleset.play.close_needs_discard:
        return False
    dealt = ruleset.deal.cards
    if isinstance(dealt, tuple):
        known = str(contract) in ruleset.contract.hands
        size = ruleset.cards_dealt(str(contract)) if known else ruleset.least_cards(str(contract)) + ruleset.deal.extra
    else:
        size = ruleset.cards_dealt(str(contract))
    each_contra = 1 + ruleset.play.contra_penalty if ruleset.play.contra else 2
    return len(cards) > size and (len(cards) - size - 1) % each_contra == 0


def _candidate(solver: ContractSolver, cards: Sequence[int], card: int, contract: Contract) -> Candidate:
    kept, after = _without(cards, card), solver.without(card)
    figures = after.figures(kept, contract)
    distance = after.distance(kept, contract)
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
        out_copies=sum(after.outs(kept, contract, distance).values()),
        worth=(at_risk, -solver.value(card)),
        told=f"{at_risk} point{'' if at_risk == 1 else 's'} at risk",
        finished="the rest can go down",
    )


def _without(cards: Sequence[int], card: int) -> list[int]:
    kept = list(cards)
    kept.remove(card)
    return kept
