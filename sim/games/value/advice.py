"""Advice on a hand of a `value` game: how far each special is, what helps, and every discard in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.games.value.melds import hand_value
from meldlab.sim.games.value.recipes import Lack, SpecialRecipes
from meldlab.sim.hand.advice import Candidate, DiscardAdvice, HandAdvice, rank_discards
from meldlab.sim.hand.situation import Situation
from meldlab.sim.rules import Ruleset

_KEPT = 8


@lru_cache(maxsize=_KEPT)
def recipes_of(ruleset: Ruleset) -> SpecialRecipes:
    """Return what the specials of a ruleset are made of."""
    return SpecialRecipes(lower_value(ruleset), list(ruleset.special.melds))


@dataclass(frozen=True)
class ValueAdvice:
    """What a hand can hope for.

    Attributes
    ----------
    toward : str or None
        The nearest special that would add to what the hand holds: none of its own kind, held already, is worth as
        much. Of equally near ones that which is worth most.
    nearest : HandAdvice
        The advice on this special; its distance is None when no special can be reached.
    specials : mapping of str to HandAdvice
        The same for every special; at distance 0 it is held. A special that the cards left cannot make has None.
    worths : mapping of str to int
        What each is worth on the table.
    discards : tuple of DiscardAdvice
        Best first, for a hand with a card too many: what keeps the specials held, then what stays nearest to one in
        reach (``special.reach``), then the best value.
    """

    toward: str | None
    nearest: HandAdvice
    specials: Mapping[str, HandAdvice]
    worths: Mapping[str, int]
    discards: tuple[DiscardAdvice, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the advice as in the JSON answers: first that on the nearest special, then all of them."""
        answer: dict[str, object] = {"toward": self.toward, **self.nearest.to_dict()}
        answer["specials"] = {
            name: {"worth": self.worths[name], **advice.to_dict()} for name, advice in self.specials.items()
        }
        if self.discards:
            answer["discards"] = [discard.to_dict() for discard in self.discards]
        return answer


def advice_on(situation: Situation, counts: NDArray[np.uint8], discards: "Sequence[ValueDiscard]" = ()) -> ValueAdvice:
    """Return the advice on a hand; `discards`: with a card too many, what the hand is worth after each of them.

    The distance to a special is the fewest cards to add so that the hand contains it (Pinacle rules, 10.4), of the
    cards that are neither in hand nor dead; an out is a card that lowers it.  Of a hand with a card too many all cards
    count, because melds are laid before the discard.
    """
    recipes = recipes_of(situation.ruleset)
    pool = _pool(situation, counts)
    lacks = recipes.lacks(counts, pool)
    specials = {name: _of_special(lack, pool) for name, lack in lacks.items()}
    worths = {name: special.worth for name, special in recipes.specials.items()}
    targets = [name for name in recipes.specials if _adds(name, recipes, lacks)]
    toward = _nearest(targets, lacks, worths)
    nothing = HandAdvice(None, {}, int(pool.sum()))
    ranking = _Ranking(situation.ruleset, recipes, lacks, targets)
    return ValueAdvice(
        toward=toward,
        nearest=nothing if toward is None else specials[toward],
        specials=specials,
        worths=worths,
        discards=ranking.of(counts, pool, discards),
    )


class _Ranking:
    """Puts discards in order."""

    def __init__(
        self, ruleset: Ruleset, recipes: SpecialRecipes, before: Mapping[str, Lack], targets: Sequence[str]
    ) -> None:
        self._recipes, self._targets = recipes, targets
        self._held = [name for name, lack in before.items() if lack.missing == 0]
        self._worths = {name: special.worth for name, special in recipes.specials.items()}
        self._reach = ruleset.special.reach
        self._rules = lower_value(ruleset)

    def of(
        self, counts: NDArray[np.uint8], pool: NDArray[np.int64], discards: "Sequence[ValueDiscard]"
    ) -> tuple[DiscardAdvice, ...]:
        """Return the discards, best first."""
        candidates = [self._candidate(each, counts, pool) for each in discards]
        return rank_discards(candidates, order=self._order, reason=self._reason)

    def _candidate(self, discard: "ValueDiscard", counts: NDArray[np.uint8], pool: NDArray[np.int64]) -> Candidate:
        kept = counts.copy()
        kept[discard.card] -= 1
        lacks = self._recipes.lacks(kept, pool)
        toward = _nearest(self._targets, lacks, self._worths)
        lost = [name for name in self._held if lacks[name].missing != 0]
        return Candidate(
            card=discard.card,
            figures={"value": discard.value, "toward": toward},
            distance=None if toward is None else lacks[toward].missing,
            out_copies=0 if toward is None else int(pool[list(lacks[toward].outs)].sum()),
            worth=(sum(self._worths[name] for name in lost), -discard.value, -hand_value(discard.card, self._rules)),
            told=f"breaks {', '.join(lost)}" if lost else "",
            finished="",
        )

    def _order(self, each: Candidate) -> tuple[int, ...]:
        lost, value, cost = each.worth
        away = self._away(each)
        return (lost, min(away, self._reach + 1), value, away, -each.out_copies, cost, each.card)

    def _reason(self, each: Candidate, best: Candidate) -> str:
        """Return what breaks, and what is in reach and how far, and the value, where the best discard has another."""
        parts = [each.told, self._near(each, best)]
        less = each.worth[1] - best.worth[1]
        if less:
            parts.append(f"{abs(less)} {'less' if less > 0 else 'more'} than best")
        elif each is best and not parts[1]:
            parts.append("best value")
        return ", ".join(part for part in parts if part) or "as good as best"

    def _near(self, each: Candidate, best: Candidate) -> str:
        away = self._away(each)
        if each is not best and (away, each.figures["toward"]) == (self._away(best), best.figures["toward"]):
            return ""
        if away <= self._reach:
            return f"{away} card{'s'[: away != 1]} from {each.figures['toward']}"
        if self._away(best) <= self._reach:
            return f"puts {best.figures['toward']} out of reach"
        return ""

    def _away(self, each: Candidate) -> int:
        return KINDS if each.distance is None else each.distance


def _of_special(lack: Lack, pool: NDArray[np.int64]) -> HandAdvice:
    return HandAdvice(lack.missing, {card: int(pool[card]) for card in lack.outs}, int(pool.sum()), lack.wanted)


def _adds(name: str, recipes: SpecialRecipes, lacks: Mapping[str, Lack]) -> bool:
    """Return whether a special can be reached and is worth more than those held that the same cards would make."""
    special = recipes.specials[name]
    rivals = [
        other.worth
        for held, other in recipes.specials.items()
        if lacks[held].missing == 0 and (other.places & special.places or other.places == special.places)
    ]
    return bool(lacks[name].missing) and special.worth > max(rivals, default=0)


def _nearest(names: Sequence[str], lacks: Mapping[str, Lack], worths: Mapping[str, int]) -> str | None:
    """Return the name of the nearest special, None if no card left can help to any."""

    def order(name: str) -> tuple[int, int]:
        return (lacks[name].missing or 0, -worths[name])

    return min((name for name in names if lacks[name].missing is not None), key=order, default=None)


def _pool(situation: Situation, counts: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the copies left of each kind: the pack without the hand and the dead cards, int64 of shape (53,)."""
    left = np.full(KINDS, situation.decks, dtype=np.int64)
    left[JOKER] = situation.decks * situation.ruleset.pack.printed_jokers
    np.subtract.at(left, list(situation.dead), 1)
    np.subtract(left, counts, out=left)
    return left


@dataclass(frozen=True)
class ValueDiscard:
    """What a hand is worth after one card is thrown; the thrown card costs nothing."""

    card: int
    value: int
