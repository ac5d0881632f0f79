"""Advice on a hand of a `deadwood` game: how far it is from gin, what helps, and every discard in order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from meldlab.kernels.cards.cards import NATURALS, RANKS
from meldlab.sim.games.deadwood.gin_hands import FinishedHands, Nearest, word_of
from meldlab.sim.games.deadwood.lower import lower_deadwood
from meldlab.sim.hand.advice import Candidate, HandAdvice, rank_discards, worth_first
from meldlab.sim.hand.situation import Situation
from meldlab.sim.rules import Ruleset

_KEPT = 4  # lists of so many rulesets stay in memory


@lru_cache(maxsize=_KEPT)
def finished_hands(ruleset: Ruleset) -> FinishedHands:
    """Return every hand without deadwood; listing them takes longer than an answer."""
    return FinishedHands(lower_deadwood(ruleset), cards=ruleset.cards_dealt())


def advice_on(situation: Situation, cards: Sequence[int], discards: "Sequence[DeadwoodDiscard]" = ()) -> HandAdvice:
    """Return the advice on a hand; `discards`: with a card too many, what is left after each of them.

    The distance is the fewest cards to add so that as many cards as are dealt, of all these, have no deadwood: each
    draw adds a card, and what no meld needs is thrown.  With a card too many that is the least over the discards, and
    outs and wanted cards are those after the best discard of that distance.  An out is a card that lowers it.
    """
    finished, dead, held = finished_hands(situation.ruleset), word_of(set(situation.dead)), word_of(cards)
    unseen = NATURALS - len(cards) - len(set(situation.dead))
    if not discards:
        return _of_whole_hand(finished.nearest(held, dead), unseen)
    after = {
        each.card: finished.nearest(held & ~word_of([each.card]), dead | word_of([each.card])) for each in discards
    }
    ranked = rank_discards(
        [_candidate(situation.ruleset, each, after[each.card]) for each in discards], order=worth_first, reason=_reason
    )
    in_reach = [each for each in ranked if each.distance is not None]
    nearest = min(in_reach, key=lambda each: each.distance or 0, default=ranked[0])
    return replace(_of_whole_hand(after[nearest.card], unseen), discards=ranked, thrown=nearest.card)


def _of_whole_hand(nearest: Nearest | None, unseen: int) -> HandAdvice:
    if nearest is None:
        return HandAdvice(None, {}, unseen)
    return HandAdvice(nearest.distance, dict.fromkeys(nearest.outs, 1), unseen, nearest.wanted)


def _candidate(ruleset: Ruleset, discard: "DeadwoodDiscard", after: Nearest | None) -> Candidate:
    knock = discard.deadwood <= ruleset.play.knock_at
    return Candidate(
        card=discard.card,
        figures={"deadwood": discard.deadwood, "can_knock": knock},
        distance=None if after is None else after.distance,
        out_copies=0 if after is None else len(after.outs),
        worth=(discard.deadwood, -ruleset.points.by_rank[discard.card % RANKS]),
        told="enough to knock" if knock else "",
        finished="gin",
    )


def _reason(each: Candidate, best: Candidate) -> str:
    """Return a discard's deadwood beside that of the best one, and which of the two is nearer to gin."""
    if each.distance == 0:
        return each.finished
    more = each.worth[0] - best.worth[0]
    told = f"{more} more deadwood than best" if more else "least deadwood"
    parts = [told, each.told, _nearness(each, best)]
    return ", ".join(part for part in parts if part)


def _nearness(each: Candidate, best: Candidate) -> str:
    if each.distance is None:
        return "gin is out of reach"
    if each is best or best.distance is None:
        return f"{each.distance} card{'s'[: each.distance != 1]} from gin"
    if each.distance != best.distance:
        nearer = best.distance - each.distance
        return f"{abs(nearer)} card{'s'[: abs(nearer) != 1]} {'nearer to' if nearer > 0 else 'farther from'} gin"
    more = each.out_copies - best.out_copies
    return (
        f"{abs(more)} {'more' if more > 0 else 'fewer'} card{'s'[: abs(more) != 1]} help{'s'[: abs(more) == 1]}"
        if more
        else ""
    )


@dataclass(frozen=True)
class DeadwoodDiscard:
    """What is left after one card is thrown."""

    card: int
    deadwood: int
