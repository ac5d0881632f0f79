"""Why a hand of a contract game stands where it stands: what it lacks, what stays, whether it can close."""

from collections.abc import Iterator, Sequence

from meldlab.sim.common.notation import PRINTED_JOKER, format_cards
from meldlab.sim.games.contract.hand_solver import Contract, ContractFigures, ContractSolver
from meldlab.sim.hand.arrangement import Meld
from meldlab.sim.rules import Ruleset


def reasons_for(
    solver: ContractSolver,
    ruleset: Ruleset,
    cards: Sequence[int],
    contract: Contract,
    figures: ContractFigures,
    distance: int | None,
) -> tuple[str, ...]:
    """Return sentences that explain the figures of one hand, the most important first."""
    if not figures.can_go_down:
        return tuple(_lacking(solver, cards, contract, distance))
    return tuple(_down(solver, ruleset, cards, contract, figures))


def _lacking(solver: ContractSolver, cards: Sequence[int], contract: Contract, distance: int | None) -> Iterator[str]:
    if distance is None:
        yield f"It cannot go down for {contract}, and no cards left in the pack would change that."
        return
    more = "one more card" if distance == 1 else f"{distance} more cards"
    yield f"It cannot go down for {contract}: at best {more} would do it."
    for sets in range(contract.sets, -1, -1):
        for runs in range(contract.runs, -1, -1):
            part = Contract(sets, runs)
            if 0 < sets + runs < sum(contract) and solver.reaches(cards, part, 0):
                laid = solver.best(cards, part, exactly=True)
                if laid is not None:
                    names = " and ".join(format_cards(_shortest(solver, meld)) for meld in laid.melds)
                    yield f"It holds {part} of it, such as {names}."
                    return
    if PRINTED_JOKER in cards:
        yield "Its jokers alone complete no meld."


def _shortest(solver: ContractSolver, meld: Meld) -> tuple[int, ...]:
    """Return the cards of a meld without the jokers that a set takes beyond its least size."""
    naturals = sum(card != PRINTED_JOKER for card in meld.cards)
    return meld.cards if meld.kind == "run" else meld.cards[: max(naturals, solver.rules.set_min)]


def _down(
    solver: ContractSolver, ruleset: Ruleset, cards: Sequence[int], contract: Contract, figures: ContractFigures
) -> Iterator[str]:
    if figures.can_close:
        bonus = ruleset.play.close_same_turn
        closing = solver.best(cards, contract, fewest_cards=True)
        left = format_cards(closing.left) if closing is not None else ""
        last = f"{left} is left for the discard" if left else "no card is left"
        yield f"It can go down and close in the same turn ({bonus} points): {last}."
        if closing is not None and solver.best(cards, contract) != closing:
            yield "Closing lay: " + " and ".join(format_cards(meld.cards) for meld in closing.melds) + "."
        return
    yield f"It can go down; {figures.min_cards_left} cards stay at the least, so it cannot close at once."
    best = solver.best(cards, contract)
    if best is not None and figures.min_cards_left is not None and len(best.left) > figures.min_cards_left:
        yield "The fewest cards and the fewest points are not the same arrangement."
    if best is not None and ruleset.contract.exact and _could_meld_more(solver, best.left):
        yield f"{format_cards(best.left)} hold another meld, but only the contract's melds may be laid."
    yield f"After the discard {figures.min_points_after_discard} points are at risk."


def _could_meld_more(solver: ContractSolver, left: Sequence[int]) -> bool:
    return any(solver.reaches(left, part, 0) for part in (Contract(1, 0), Contract(0, 1)))
