"""Why a hand costs what it costs: which rule let groups count, which kept them out, and what a declaration lacks."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.rules import (
    GATE_ANY_IMPURE,
    GATE_NONE,
    GATE_PURE_AND_IMPURE,
    GATE_TWO_LIVES,
    NO_LIMIT,
    ONE_LIFE_ALL,
    ONE_LIFE_ALL_BUT_PURE,
)
from meldlab.kernels.declare.search.goals import Goal, asks_for_two_lives
from meldlab.sim.common.notation import format_cards
from meldlab.sim.games.declare.hand_solver import Figures, HandSolver
from meldlab.sim.hand.arrangement import Arrangement

_NOTHING = Goal(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_ONLY_SETS = _NOTHING._replace(use_sets=1)
_HAS_PURE = _NOTHING._replace(use_pure=1, min_pure=1, lives_only=1)

_GATES = {
    GATE_TWO_LIVES: "both lives are there",
    GATE_PURE_AND_IMPURE: "a pure and a truly impure sequence are there",
    GATE_ANY_IMPURE: "an impure sequence is there",
}


def reasons_for(solver: HandSolver, counts: NDArray[np.uint8], figures: Figures, best: Arrangement) -> tuple[str, ...]:
    """Return sentences that explain the figures of one hand, the most important first."""
    has_pure = solver.holds(counts, _HAS_PURE) is not None
    return (
        *_declaration(solver, figures, best, has_pure=has_pure),
        *_sequences(solver, figures, best, has_pure=has_pure),
        *_sets(solver, figures, best, has_pure=has_pure),
        *_cap(solver, figures, best),
    )


def _declaration(solver: HandSolver, figures: Figures, best: Arrangement, *, has_pure: bool) -> Iterator[str]:
    if figures.can_declare:
        yield f"All cards are grouped, with {_lives_words(solver)}: the hand can be declared."
    elif not figures.has_lives:
        yield f"It cannot be declared: {_missing_life(solver, has_pure=has_pure)}."
    elif figures.points == 0:
        over = format_cards(best.loose)
        verb = "is" if len(best.loose) == 1 else "are"
        loose = f"{over} {verb} left over here" if over else "no grouping is complete"
        yield f"0 points, yet it cannot be declared: {loose}. A loose wild is free, but every card must be in a group."
    else:
        yield "It cannot be declared: not every card can be grouped."


def _sequences(solver: HandSolver, figures: Figures, best: Arrangement, *, has_pure: bool) -> Iterator[str]:
    rules = solver.rules
    if figures.has_lives:
        return
    if not has_pure and rules.no_pure_counts_all:
        yield "Without a pure sequence every card counts."
    elif not has_pure and rules.impure_requires_pure:
        yield "Without a pure sequence impure ones do not count."
    elif has_pure and rules.one_life_counts == ONE_LIFE_ALL:
        yield "A pure sequence without a second life: every card counts."
    elif has_pure and rules.one_life_counts == ONE_LIFE_ALL_BUT_PURE:
        yield "A pure sequence without a second life: everything else counts."
    elif any(meld.kind == "impure-sequence" for meld in best.melds):
        yield "Impure sequences count on their own."


def _sets(solver: HandSolver, figures: Figures, best: Arrangement, *, has_pure: bool) -> Iterator[str]:
    rules = solver.rules
    counted = [meld for meld in best.melds if meld.kind == "set"]
    if counted:
        if rules.set_gate == GATE_NONE:
            return
        subject = "Sets count" if len(counted) > 1 else "The set counts"
        yield f"{subject} because {_GATES[rules.set_gate]}{_named_lives(solver, best)}."
        return
    outside = solver.holds(solver.counts(best.loose), _ONLY_SETS) if best.loose else None
    idle = [format_cards(meld.cards) for meld in outside.melds] if outside else []
    if not idle:
        return
    names = " and ".join(idle)
    makes = f"{names} {'make a set' if len(idle) == 1 else 'make sets'}, but"
    if rules.set_gate == GATE_NONE:
        yield f"{makes} nothing counts without the sequences."
    elif rules.set_gate == GATE_TWO_LIVES and not figures.has_lives:
        yield f"{makes} sets count only when {_GATES[rules.set_gate]}, and {_missing_life(solver, has_pure=has_pure)}."
    else:
        yield f"{makes} sets count only when {_GATES[rules.set_gate]}, and that would cost more than they save."


def _cap(solver: HandSolver, figures: Figures, best: Arrangement) -> Iterator[str]:
    cost = solver.cost(best)
    if cost > figures.points:
        yield f"{cost} points, capped at {solver.rules.points_cap}."


def _missing_life(solver: HandSolver, *, has_pure: bool) -> str:
    rules = solver.rules
    if rules.min_pure and not has_pure:
        return "there is no pure sequence"
    wanted = max(rules.min_sequences, rules.min_pure)
    if wanted == 2 and rules.min_pure == 1 and rules.lives_max_cards >= NO_LIMIT and rules.lives_min_cards <= 6:
        return "there is a pure sequence but no second one beside it"
    return f"no arrangement has {_lives_words(solver)}"


def _lives_words(solver: HandSolver) -> str:
    rules = solver.rules
    wanted = max(rules.min_sequences, rules.min_pure)
    words = "a pure and a second sequence"
    if (wanted, rules.min_pure) != (2, 1):
        words = f"{wanted} sequences, {rules.min_pure} of them pure"
    if not asks_for_two_lives(rules):
        return words
    if rules.lives_max_cards < NO_LIMIT:
        words += f" (together {rules.lives_min_cards} to {rules.lives_max_cards} cards)"
    elif rules.lives_min_cards > 2 * rules.run_min:
        words += f" (together at least {rules.lives_min_cards} cards)"
    return words


def _named_lives(solver: HandSolver, best: Arrangement) -> str:
    """Return the two lives of an arrangement in words, where two sequences are what the gate asks for."""
    if solver.rules.set_gate != GATE_TWO_LIVES or solver.rules.min_pure != 1 or solver.rules.min_sequences != 2:
        return ""
    lives = _pair(best, solver)
    return f": {' and '.join(format_cards(life) for life in lives)}" if lives else ""


def _pair(best: Arrangement, solver: HandSolver) -> Sequence[tuple[int, ...]]:
    sequences = [meld for meld in best.melds if meld.kind != "set"]
    for first in sequences:
        for second in sequences:
            together = len(first.cards) + len(second.cards)
            fits = solver.rules.lives_min_cards <= together <= solver.rules.lives_max_cards
            if first is not second and first.kind == "pure-sequence" and fits:
                return first.cards, second.cards
    return ()
