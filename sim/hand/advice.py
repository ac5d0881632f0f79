"""Advice on one hand, the same for every game: cards waited for, the chance to draw one, and discards in order.

What a game gives is in `HandAdvice`: its distance (cards to exchange or to add), the kinds that finish the hand, and,
for a hand one card too many, a `DiscardAdvice` for each distinct discard.  Everything else follows here.
A game with several goals has one `HandAdvice` for each (`meldlab.sim.games.value.advice`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Protocol, TypeVar

from meldlab.sim.common.notation import format_card

DRAWS_ASKED = (2, 3, 4, 5)
_FAR = 1 << 20  # in the place of a distance, where no card can help


class Discard(Protocol):
    """A discard as an answer lists it without advice."""

    @property
    def card(self) -> int:
        """The card that is thrown."""


DiscardT = TypeVar("DiscardT", bound=Discard)


def hit_chance(outs: int, unseen: int, draws: int) -> Fraction:
    """Return the chance that at least one of `draws` cards out of `unseen` ones is among `outs` of them."""
    if outs <= 0 or unseen <= 0:
        return Fraction(0)
    missed = comb(unseen - outs, min(draws, unseen))
    return 1 - Fraction(missed, comb(unseen, min(draws, unseen)))


@dataclass(frozen=True)
class DiscardAdvice:
    """One discard and what is left after it.

    Attributes
    ----------
    card : int
    figures : mapping
        What the game says about the hand after it, by the names of the JSON answers (``points``, ``can_declare``).
    distance : int or None
        None when no card can help any more.
    out_copies : int
        Copies of all cards one of which finishes the hand.
    reason : str
        Why it stands where it stands, in a phrase.
    """

    card: int
    figures: Mapping[str, object]
    distance: int | None
    out_copies: int
    reason: str

    def to_dict(self) -> dict[str, object]:
        """Return the discard as in the JSON answers."""
        return {
            "card": format_card(self.card),
            **self.figures,
            "distance": self.distance,
            "out_copies": self.out_copies,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class HandAdvice:
    """What a hand waits for.

    Attributes
    ----------
    distance : int or None
        Cards still to come, the least over the discards of a hand with a card too many; None: out of reach.
    outs : mapping of int to int
        Copies left of each kind that finishes the hand, or brings it closer where the game says so; empty at
        distance 0.
    unseen : int
        Cards that may come: the pack without the hand and all cards known to lie elsewhere.
    wanted : tuple of int
        One set of cards that finishes the hand, as few as can be.
    discards : tuple of DiscardAdvice
        Best first; empty for a hand of the right size.
    improving : mapping of int to int
        Where the game keeps outs for hands that lack one card: for a hand farther off, the copies left of each kind
        that brings it one card closer.
    thrown : int or None
        With a card too many, the discard after which the figures hold; None where they are those of all cards held.
    after_discard : HandAdvice or None
        Where a card has to go and yet the figures are those of all cards held (a contract): the advice on what the
        first of `discards` leaves. The chances are its chances.
    """

    distance: int | None
    outs: Mapping[int, int]
    unseen: int
    wanted: tuple[int, ...] = ()
    discards: tuple[DiscardAdvice, ...] = ()
    improving: Mapping[int, int] = field(default_factory=dict)
    thrown: int | None = None
    after_discard: "HandAdvice | None" = None

    @property
    def kept(self) -> "HandAdvice":
        """The advice on the cards that the next draw is for: after the best discard where one has to go."""
        return self.after_discard or self

    @property
    def out_copies(self) -> int:
        """Copies of all outs."""
        return sum(self.outs.values())

    def hit_within(self, draws: int) -> Fraction:
        """Return the exact chance to draw an out within `draws` unseen cards; 1 when nothing is waited for.

        With a card too many it is the chance after the discard that `kept` names, and its outs are what is hit.
        """
        kept = self.kept
        return Fraction(1) if kept.distance == 0 else hit_chance(kept.out_copies, kept.unseen, draws)

    def to_dict(self) -> dict[str, object]:
        """Return the advice as in the JSON answers; `hit_after` is the discard after which the chances hold."""
        answer: dict[str, object] = {
            "distance": self.distance,
            "outs": _copies(self.outs),
            "out_kinds": len(self.outs),
            "out_copies": self.out_copies,
            "hit_next": float(self.hit_within(1)),
            "hit_within": {str(draws): float(self.hit_within(draws)) for draws in DRAWS_ASKED},
        }
        if self.kept.thrown is not None:
            answer["hit_after"] = format_card(self.kept.thrown)
        if self.after_discard is not None:
            answer["after_best_discard"] = self.after_discard.to_dict()
        if self.improving:
            answer["improving"] = _copies(self.improving)
        if self.wanted:
            answer["wanted"] = [format_card(card) for card in self.wanted]
        if self.discards:
            answer["discards"] = [discard.to_dict() for discard in self.discards]
        return answer


def _copies(kinds: Mapping[int, int]) -> dict[str, int]:
    return {format_card(card): copies for card, copies in sorted(kinds.items())}


@dataclass(frozen=True)
class Candidate:
    """A discard before it is ranked; of the sort keys of a game the smaller are the better.

    Attributes
    ----------
    card, figures, distance, out_copies
        As in `DiscardAdvice`.
    worth : tuple of int
        The game's own order among discards of one distance and as many outs (points left, wild or not).
    told : str
        The figure that `worth` begins with, in words: "12 points stay".
    finished : str
        What can be done at distance 0: "can be declared".
    """

    card: int
    figures: Mapping[str, object]
    distance: int | None
    out_copies: int
    worth: tuple[int, ...]
    told: str
    finished: str


def nearest_first(each: Candidate) -> tuple[int, ...]:
    """Return what discards are sorted by: nearest, then most outs, then the game's own order."""
    return (_FAR if each.distance is None else each.distance, -each.out_copies, *each.worth, each.card)


def worth_first(each: Candidate) -> tuple[int, ...]:
    """Return what discards are sorted by: the game's figure, then nearest, most outs, the rest of the game's order."""
    figure, *others = each.worth
    return (figure, _FAR if each.distance is None else each.distance, -each.out_copies, *others, each.card)


def nearest_reason(each: Candidate, best: Candidate) -> str:
    """Return why a discard stands where it stands among discards in the order of `nearest_first`."""
    if each.distance == 0:
        return f"{each.finished}, {each.told}"
    if each.distance is None:
        return f"no card can help any more, {each.told}"
    away = _away(each)
    if each.distance == best.distance:
        fewer = best.out_copies - each.out_copies
        return f"{away}, {fewer} fewer than best, {each.told}" if fewer > 0 else f"{away}, {each.told}"
    if best.distance is None:
        return f"{away}, {each.told}"
    return f"{away}, {each.distance - best.distance} farther than best, {each.told}"


def rank_discards(
    candidates: Iterable[Candidate],
    *,
    order: Callable[[Candidate], tuple[int, ...]] = nearest_first,
    reason: Callable[[Candidate, Candidate], str] = nearest_reason,
) -> tuple[DiscardAdvice, ...]:
    """Return the discards, best first, each with its reason: what it is beside the best one."""
    ranked = sorted(candidates, key=order)
    return tuple(
        DiscardAdvice(each.card, each.figures, each.distance, each.out_copies, reason(each, ranked[0]))
        for each in ranked
    )


def ties_by_rank(
    discards: Sequence[DiscardT], ranked: Sequence[DiscardAdvice], *, now: Callable[[DiscardT], tuple[int, ...]]
) -> tuple[DiscardT, ...]:
    """Return discards in the order of what they leave `now`, and those that leave as much as the advice ranks them."""
    place = {each.card: place for place, each in enumerate(ranked)}
    return tuple(sorted(discards, key=lambda each: (now(each), place[each.card])))


def looking_ahead(now: int | None, ranked: Sequence[DiscardAdvice], *, gain: str) -> tuple[str, ...]:
    """Return a sentence where two discards are best: `now`, which the answer names for its `gain`, and the first."""
    if now is None or not ranked or ranked[0].card == now:
        return ()
    first = ranked[0]
    return (
        f"{format_card(now)} is thrown for {gain} now; looking ahead, {format_card(first.card)} comes first: "
        f"{first.reason}.",
    )


def _away(each: Candidate) -> str:
    if each.distance == 1:
        return (
            f"{each.out_copies} card{'' if each.out_copies == 1 else 's'} finish{'es' if each.out_copies == 1 else ''}"
        )
    return f"{each.distance} cards away"
