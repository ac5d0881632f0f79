"""Advice on a hand of a `declare` game: distance, outs and discards (Indian rules, 3.5 and 3.6)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.common.notation import PRINTED_JOKER
from meldlab.sim.games.declare.distance import DistanceSolver
from meldlab.sim.games.declare.hand_solver import solver_of
from meldlab.sim.games.declare.lower import lower_declare
from meldlab.sim.hand.advice import Candidate, HandAdvice, rank_discards
from meldlab.sim.hand.arrangement import is_wild
from meldlab.sim.hand.situation import Situation
from meldlab.sim.rules import Ruleset

_KEPT = 4  # solvers of so many rulesets and packs stay in memory


@lru_cache(maxsize=_KEPT)
def _solver(ruleset: Ruleset, decks: int) -> DistanceSolver:
    return DistanceSolver(lower_declare(ruleset), cards=ruleset.cards_dealt(), decks=decks)


def pool_of(situation: Situation, cards: Sequence[int]) -> NDArray[np.uint8]:
    """Return the copies left of each kind: the pack without the hand, the open cut card and dead cards."""
    pack = situation.ruleset.pack
    left = np.full(PRINTED_JOKER + 1, situation.decks, dtype=np.int64)
    left[PRINTED_JOKER] = situation.decks * pack.printed_jokers
    gone = [*cards, *situation.dead]
    if situation.wild_card is not None and not pack.cut_card_in_play:
        gone.append(situation.wild_card)
    np.subtract.at(left, gone, 1)
    return left.astype(np.uint8)


def advice_on(situation: Situation, cards: Sequence[int], discards: "Sequence[DeclareDiscard]" = ()) -> HandAdvice:
    """Return the advice on a hand; `discards`: with a card too many, what the hand is worth after each of them."""
    solver = situation.made(solver_of)
    distances = _solver(situation.ruleset, situation.decks)
    wild_rank = -1 if situation.wild_rank is None else situation.wild_rank
    pool = pool_of(situation, cards)
    counts = solver.counts(cards)
    if not discards:
        return _of_whole_hand(distances, counts, pool, wild_rank)
    after = {discard.card: discard for discard in discards}
    candidates = []
    for card, distance in distances.after_discards(counts, pool, wild_rank).items():
        kept = counts.copy()
        kept[card] -= 1
        found = after[card]
        candidates.append(
            Candidate(
                card=card,
                figures={"points": found.points, "can_declare": found.can_declare},
                distance=distance,
                out_copies=distances.outs(kept, pool, wild_rank).total if distance == 1 else 0,
                worth=(found.points, -solver.value(card), int(is_wild(card, situation.wild_rank))),
                told=f"{found.points} point{'' if found.points == 1 else 's'} left",
                finished="the rest can be declared",
            )
        )
    ranked = rank_discards(candidates)
    counts[ranked[0].card] -= 1
    best = _of_whole_hand(distances, counts, pool, wild_rank)
    return replace(best, discards=ranked, thrown=ranked[0].card)


def _of_whole_hand(
    distances: DistanceSolver, counts: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int
) -> HandAdvice:
    wanted = distances.plan(counts, pool, wild_rank)
    unseen = int(pool.sum())
    if not wanted:
        return HandAdvice(None if wanted is None else 0, {}, unseen)
    closer = distances.improving(counts, pool, wild_rank, len(wanted)).copies
    if len(wanted) == 1:
        return HandAdvice(1, closer, unseen, wanted)
    # Farther off no card is an out (3.6), though many help.
    return HandAdvice(len(wanted), {}, unseen, wanted, improving=closer)


@dataclass(frozen=True)
class DeclareDiscard:
    """What is left after one card is thrown."""

    card: int
    points: int
    can_declare: bool
