"""What is known when odds are asked for: cards in hand, cards seen elsewhere, the cut, and how many cards come."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.count import Pool
from meldlab.sim.automata.machine import JOKER, RANKS
from meldlab.sim.common.arguments import check_hand, whole
from meldlab.sim.common.errors import NotationError, RulesError
from meldlab.sim.common.notation import format_card
from meldlab.sim.hand.setting import Hand, Setting
from meldlab.sim.hand.situation import Situation, cards_of
from meldlab.sim.rules import Ruleset

MOST_CARDS = 60
_ACE = 0


class Case(NamedTuple):
    """One way the cut may have gone: its chance, the cards, and the wild rank of the deal (None: no rank is)."""

    chance: Fraction
    pool: Pool
    wild_rank: int | None


@dataclass(frozen=True)
class Deal:
    """The question's situation, checked.

    Attributes
    ----------
    situation : Situation
        Rules, decks, wild rank, dead cards.
    known : int64, shape (53,)
        Cards in hand.
    draws : int
        Cards that come to them.
    """

    situation: Situation
    known: NDArray[np.int64]
    draws: int

    @classmethod
    def of(cls, setting: Setting) -> "Deal":
        """Return the deal of a setting; in a game of contracts, that of its contract.

        Raises
        ------
        RulesError, NotationError
            If no such deal exists: more copies than the pack has, fewer cards than are known, more than are left.
        """
        ruleset = setting.ruleset
        if setting.contract is not None or len(ruleset.contracts) == 1:
            ruleset = ruleset.for_deal(setting.contract)
        situation = Situation.of(replace(setting, ruleset=ruleset))
        held = _cards_of(setting.known, situation)
        cards, draws = whole("cards", setting.cards), whole("draws", setting.draws)
        if cards is not None and draws is not None:
            both = "`cards` and `draws` both say how many cards come"
            raise RulesError(both, where="draws", remedy="Give one of them")
        counted = np.bincount(held, minlength=JOKER + 1).astype(np.int64)
        left = min(int(case.pool.unseen.sum()) for case in cls(situation, counted, 0).cases())
        room = min(left, MOST_CARDS - len(held))
        if draws is not None:
            _check_number("draws", draws, least=0, most=room, left=left, remedy=None)
        elif cards is not None or situation.size > len(held) + room:
            size = situation.size if cards is None else cards
            remedy = f"The {len(held)} of `known` are among them" if held else None
            _check_number("cards", size, least=len(held), most=len(held) + room, left=left, remedy=remedy)
            draws = size - len(held)
        elif situation.size < len(held):
            raise NotationError(
                f"{len(held)} cards are known, more than the {situation.size} of the hand",
                where="known",
                allowed=f"up to {situation.size} cards",
                remedy="Or say how many cards there are: `cards` or `draws`",
            )
        else:
            draws = situation.size - len(held)
        return cls(situation, counted, draws)

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""
        return self.situation.ruleset

    @property
    def cards(self) -> int:
        """Cards of the whole hand."""
        return int(self.known.sum()) + self.draws

    def cases(self) -> Iterator[Case]:
        """Yield the ways the cut may have gone (one where nothing is cut); their chances add up to 1.

        A cut card is any unseen card with equal chance; it lies open and out of play unless the rules put it back.
        With `aces` a cut joker makes the aces wild; with `redraw` it is cut again.
        """
        unseen = self._unseen()
        pack = self.ruleset.pack
        if pack.wild != "cut":
            yield Case(Fraction(1), Pool(self.known, unseen, self.draws), None)
            return
        chances = {card: int(unseen[card]) for card in range(JOKER) if unseen[card] and self._may_be_cut(card)}
        if pack.cut_joker == "aces" and self.situation.wild_card is None and self.situation.wild_rank in (None, _ACE):
            chances[JOKER] = int(unseen[JOKER])
        total = sum(chances.values())
        if total == 0:
            raise self._nothing_to_cut()
        for card, copies in chances.items():
            if copies:
                left = unseen.copy()
                left[card] -= 0 if pack.cut_card_in_play else 1
                rank = _ACE if card == JOKER else card % RANKS
                yield Case(Fraction(copies, total), Pool(self.known, left, self.draws), rank)

    def _nothing_to_cut(self) -> RulesError:
        """Return the error that every card that may be the cut one is known to be elsewhere."""
        elsewhere = any(card != JOKER and self._may_be_cut(card) for card in self.situation.dead)
        wild = self.situation.wild
        cards = "cards that can be cut" if wild is None else f"copies of {wild}"
        if self.situation.wild_card is None and wild is not None:
            cards = f"cards of rank {wild}"
        return RulesError(
            f"all {cards} are in hand or seen elsewhere: none is left to be the cut card",
            where="dead" if elsewhere else "known",
            remedy="Leave one of them out" if wild is None else "Leave one of them out, or `wild`",
        )

    def _may_be_cut(self, card: int) -> bool:
        if self.situation.wild_card is not None:
            return card == self.situation.wild_card
        return self.situation.wild_rank is None or card % RANKS == self.situation.wild_rank

    def _unseen(self) -> NDArray[np.int64]:
        decks = self.situation.decks
        unseen = np.full(JOKER + 1, decks, dtype=np.int64)
        unseen[JOKER] = decks * self.ruleset.pack.printed_jokers
        for card, copies in Counter(self.situation.dead).items():
            unseen[card] -= copies
        unseen = unseen - self.known
        short = [format_card(card) for card in range(JOKER + 1) if unseen[card] < 0]
        if short:
            what = f"the pack has fewer copies of {', '.join(short)} than are known and dead together"
            raise NotationError(what, where="known" if self.known[unseen < 0].any() else "dead")
        return unseen


def _cards_of(known: Hand, situation: Situation) -> tuple[int, ...]:
    """Return the cards in hand; none are allowed here, where other commands want some."""
    check_hand("known", known)
    try:
        cards = cards_of(known)
        return situation.held(cards) if cards else ()
    except NotationError as error:
        if error.where != "dead":  # cards seen elsewhere that no pack has are no matter of the hand
            error.where = f"known, {error.where}" if error.where else "known"
        raise


def _check_number(name: str, number: int, *, least: int, most: int, left: int, remedy: str | None) -> None:
    """Raise unless so many cards can be in hand, or come; `left` is how many are unseen."""
    if least <= number <= most:
        return
    allowed = f"whole numbers from {least} to {most}"
    if number < least:
        raise RulesError(f"{number} is too few", where=name, allowed=allowed, remedy=remedy)
    beyond = f"more than the {left} unseen ones" if most - least == left else f"more than {MOST_CARDS} in all"
    raise RulesError(f"{number} is too many, {beyond}", where=name, allowed=allowed)
