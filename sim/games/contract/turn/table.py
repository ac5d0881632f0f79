"""Melds on the table of a contract game: read from text, and as the small tuples that the lay-off search moves."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from meldlab.kernels.contract.rules import NO_LIMIT
from meldlab.sim.common.errors import MeldlabError, NotationError
from meldlab.sim.common.notation import PRINTED_JOKER, check_against_pack, format_cards, parse_cards
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import limit_or

NO_RANK = -1
_PLACES = {"low": (0, 12), "high": (1, 13), "either": (0, 13), "circular": (0, NO_LIMIT)}
_ALLOWED = "OWNER:T:CARDS or OWNER:E:CARDS, such as 1:T:9S 9H JK or 1:E:5H JK 7H 8H (cells in order)"


class SetMeld(NamedTuple):
    """A set on the table; `rank` is `NO_RANK` while only jokers lie in it."""

    rank: int
    size: int
    jokers: int
    suits: int  # bit of each suit that lies in it


class RunMeld(NamedTuple):
    """A run on the table, from left to right."""

    suit: int
    place: int  # of its first cell; 0 = ace low, 13 = ace high; 0..12 where runs go round
    length: int
    jokers: int  # bit i: cell i is a joker

    def card(self, cell: int) -> int:
        """Return the card that a cell stands for; -1 is the one left of the first."""
        return self.suit * 13 + (self.place + cell) % 13

    def is_joker(self, cell: int) -> bool:
        """Return whether a joker lies in the cell."""
        return bool(self.jokers >> cell & 1)

    def cells(self) -> tuple[int, ...]:
        """Return the cards from left to right."""
        return tuple(PRINTED_JOKER if self.is_joker(cell) else self.card(cell) for cell in range(self.length))


@dataclass(frozen=True)
class MeldLimits:
    """What sets and runs on the table may become (rules, section 2)."""

    run_min: int
    run_max: int
    run_max_wilds: int
    run_min_naturals: int
    adjacent: bool
    circular: bool
    lowest: int
    highest: int
    set_min: int
    set_max: int
    set_max_wilds: int
    set_min_naturals: int
    distinct_suits: bool
    all_wild: bool

    @classmethod
    def of(cls, ruleset: Ruleset) -> "MeldLimits":
        """Return the limits of a ruleset; melds on the table may be long even where going down is not."""
        run, sets = ruleset.run, ruleset.set
        lowest, highest = _PLACES[run.ace]
        longest = limit_or(run.max, NO_LIMIT)
        return cls(
            run_min=run.min,
            run_max=min(longest, 13) if run.ace == "either" else longest,
            run_max_wilds=limit_or(run.max_wilds, NO_LIMIT),
            run_min_naturals=run.min_naturals,
            adjacent=run.adjacent_wilds,
            circular=run.ace == "circular",
            lowest=lowest,
            highest=highest,
            set_min=sets.min,
            set_max=limit_or(sets.max, NO_LIMIT),
            set_max_wilds=limit_or(sets.max_wilds, NO_LIMIT),
            set_min_naturals=sets.min_naturals,
            distinct_suits=sets.distinct_suits,
            all_wild=sets.all_wild,
        )

    @property
    def free(self) -> bool:
        """Nothing but neighbouring jokers can keep a card of the right suit off the end of a run."""
        return self.circular and self.run_max >= NO_LIMIT and self.run_max_wilds >= NO_LIMIT

    def grown_set(self, meld: SetMeld, card: int) -> SetMeld | None:
        """Return the set with `card` laid on it, None where that is not allowed (A1)."""
        if meld.size >= self.set_max:
            return None
        if card == PRINTED_JOKER:
            if meld.jokers >= self.set_max_wilds:
                return None
            return meld._replace(size=meld.size + 1, jokers=meld.jokers + 1)
        suit, rank = divmod(card, 13)
        if meld.rank not in (rank, NO_RANK) or (self.distinct_suits and meld.suits >> suit & 1):
            return None
        return SetMeld(rank, meld.size + 1, meld.jokers, meld.suits | 1 << suit)

    def grown_run(self, meld: RunMeld, *, left: bool, joker: bool) -> RunMeld | None:
        """Return the run with a joker or the fitting natural at one end, None where that is not allowed (A2)."""
        place = meld.place - 1 if left else meld.place + meld.length
        if meld.length >= self.run_max or not (self.circular or self.lowest <= place <= self.highest):
            return None
        if joker:
            beside = meld.is_joker(0 if left else meld.length - 1)
            if (beside and not self.adjacent) or meld.jokers.bit_count() >= self.run_max_wilds:
                return None
        if left:
            return RunMeld(meld.suit, self._at(place), meld.length + 1, meld.jokers << 1 | int(joker))
        return meld._replace(length=meld.length + 1, jokers=meld.jokers | int(joker) << meld.length)

    def without_end(self, meld: RunMeld, *, left: bool) -> RunMeld:
        """Return the run without one end cell."""
        if left:
            return RunMeld(meld.suit, self._at(meld.place + 1), meld.length - 1, meld.jokers >> 1)
        return meld._replace(length=meld.length - 1, jokers=meld.jokers & ~(1 << (meld.length - 1)))

    def run_of(self, cards: Sequence[int]) -> RunMeld | None:
        """Return the run whose cells are `cards` from left to right, None if they are none."""
        naturals = [(cell, card) for cell, card in enumerate(cards) if card != PRINTED_JOKER]
        jokers = sum(1 << cell for cell, card in enumerate(cards) if card == PRINTED_JOKER)
        if not naturals or not self.run_min <= len(cards) <= self.run_max:
            return None
        first, card = naturals[0]
        suit = card // 13
        if any(other // 13 != suit or (other - card) % 13 != (cell - first) % 13 for cell, other in naturals):
            return None
        if jokers.bit_count() > self.run_max_wilds or len(naturals) < self.run_min_naturals:
            return None
        if jokers & jokers >> 1 and not self.adjacent:
            return None
        place = (card - first) % 13
        places = [place] if self.circular else [place, place + 13]
        for start in places:
            if self.circular or (self.lowest <= start and start + len(cards) - 1 <= self.highest):
                return RunMeld(suit, start, len(cards), jokers)
        return None

    def set_of(self, cards: Sequence[int]) -> SetMeld | None:
        """Return the set of these cards, None if they are none."""
        naturals = [card for card in cards if card != PRINTED_JOKER]
        ranks, suits = {card % 13 for card in naturals}, {card // 13 for card in naturals}
        jokers = len(cards) - len(naturals)
        legal = (
            self.set_min <= len(cards) <= self.set_max
            and len(ranks) <= 1
            and jokers <= self.set_max_wilds
            and len(naturals) >= max(self.set_min_naturals, 0 if self.all_wild else 1)
            and not (self.distinct_suits and len(suits) < len(naturals))
        )
        if not legal:
            return None
        return SetMeld(ranks.pop() if ranks else NO_RANK, len(cards), jokers, sum(1 << suit for suit in suits))

    def _at(self, place: int) -> int:
        return place % 13 if self.circular else place


class TableMeld(NamedTuple):
    """One meld as it lies on the table, with its owner (0 is the player asking)."""

    owner: int
    meld: SetMeld | RunMeld
    cards: tuple[int, ...]


def parse_table(melds: Sequence[str], limits: MeldLimits, *, seats: int) -> tuple[TableMeld, ...]:
    """Return the melds of a table at which at most `seats` players sit.

    Raises
    ------
    NotationError
        If a text is no meld of the rules or its owner has no seat; names its number, counted from 1.
    """
    return tuple(_parse_meld(text, _name(number), limits, seats) for number, text in enumerate(melds, start=1))


def check_table_against_pack(
    hand: Sequence[int], melds: Sequence[TableMeld], *, decks: int, printed_jokers: int, dead: Sequence[int]
) -> None:
    """Raise unless the pack holds a hand, which it does hold alone, and the melds on the table beside it.

    Raises
    ------
    NotationError
        Names the meld, counted from 1, and the card within it of which there are too many.
    """
    elsewhere = [*dead, *hand]
    for number, meld in enumerate(melds, start=1):
        try:
            check_against_pack(meld.cards, decks=decks, printed_jokers=printed_jokers, dead=elsewhere)
        except NotationError as error:
            error.where = f"{_name(number)}, {error.where}"
            raise
        elsewhere += meld.cards


def _name(number: int) -> str:
    return f"table meld {number}"


def _parse_meld(text: str, where: str, limits: MeldLimits, seats: int) -> TableMeld:
    owner, _, rest = text.partition(":")
    kind, _, cards_text = rest.partition(":")
    kind = kind.strip().upper()
    if not re.fullmatch("[0-9]{1,9}", owner.strip()) or kind not in ("T", "E"):
        raise NotationError(f"{text!r} is no table meld", where=where, allowed=_ALLOWED)
    if int(owner) >= seats:
        seat = f"player {int(owner)} has no seat: at most {seats} play, and you are 0"
        raise NotationError(seat, where=where, allowed=f"owners 0 to {seats - 1}")
    try:
        cards = parse_cards(cards_text)
    except MeldlabError as error:
        error.where = f"{where}, {error.where}" if error.where else where
        raise
    meld = limits.set_of(cards) if kind == "T" else limits.run_of(cards)
    if meld is None:
        name = "set" if kind == "T" else "run (cells from left to right, upward)"
        raise NotationError(f"{format_cards(cards)} is no {name} of these rules", where=where, allowed=_ALLOWED)
    return TableMeld(int(owner), meld, cards)
