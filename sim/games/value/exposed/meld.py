"""A meld on the table of a `value` game: is it legal, what is it worth, which wild cards may be rescued.

Rules: sections 3 (melds), 4 to 6 (values), 7 and 8 (blocked and rescued wild cards).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from meldlab.kernels.value.rules import COPIES, PLACES, TWO, place_of, wild_limit
from meldlab.sim.common.notation import PRINTED_JOKER
from meldlab.sim.games.value.melds import PLAIN_NAME, MeldValues, card_at, is_wild


@dataclass(frozen=True)
class ExposedMeld:
    """The answer about one meld on the table.

    Attributes
    ----------
    legal : bool
    value : int or None
        With its rescued wild cards; None when it is not legal.
    name : str or None
        ``set``, ``run``, or the special it scores by.
    blocked, rescuable : tuple of int
        Places in the list of its cards: wild cards that stay, and wild cards that the natural they stand for may
        replace.
    """

    legal: bool
    value: int | None = None
    name: str | None = None
    blocked: tuple[int, ...] = ()
    rescuable: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the answer as the JSON of the command line."""
        return {
            "legal": self.legal,
            "value": self.value,
            "class": self.name,
            "blocked": list(self.blocked),
            "rescuable": list(self.rescuable),
        }


ILLEGAL = ExposedMeld(legal=False)


@dataclass(frozen=True)
class PackOfMeld:
    """How many copies of a card and how many printed jokers there are."""

    decks: int
    printed_jokers: int

    def holds(self, cards: Sequence[int]) -> bool:
        """Return whether all these cards exist at once."""
        copies = Counter(cards)
        return all(n <= (self.printed_jokers if card == PRINTED_JOKER else self.decks) for card, n in copies.items())


def exposed_set(
    values: MeldValues,
    pack: PackOfMeld,
    rank: int,
    cards: Sequence[int],
    rescued: Sequence[int],
    *,
    one_hand: bool = False,
    dealt: bool = False,
) -> ExposedMeld:
    """Return the answer about a set on the table.

    Parameters
    ----------
    values : MeldValues
    pack : PackOfMeld
    rank : int
        0..12 for A, 2, ..., K.
    cards, rescued : sequence of int
        Cards in place, and wild cards that lie crossed on it.
    one_hand, dealt : bool
        Put down whole from one hand, and from the cards as dealt: it may be a pinaculo.
    """
    place = place_of(rank)
    naturals = [card for card in cards if not is_wild(card)]
    fits = place != TWO and all(place_of(card % 13) == place for card in naturals)
    if not fits or not _possible(pack, cards, rescued):
        return ILLEGAL
    jokers = sum(card == PRINTED_JOKER for card in cards)
    twos = len(cards) - len(naturals) - jokers
    found = values.set_value(place, len(naturals), jokers, twos, one_hand=one_hand or dealt, dealt=dealt)
    if found is None:
        return ILLEGAL
    value, name = found
    value += sum(values.rescued_value(card, place) for card in rescued)
    wilds = tuple(index for index, card in enumerate(cards) if is_wild(card))
    # With all naturals of the rank in place none is left that could replace a wild card (8.2).
    return ExposedMeld(
        legal=True,
        value=value,
        name="set" if name == PLAIN_NAME else name,
        rescuable=wilds if len(naturals) < COPIES else (),
    )


def exposed_run(
    values: MeldValues, pack: PackOfMeld, suit: int, start: int, cards: Sequence[int], rescued: Sequence[int]
) -> ExposedMeld:
    """Return the answer about a run on the table, its cards in the order of their places from rank `start` on."""
    rules, first = values.rules, place_of(start)
    last = first + len(cards) - 1
    naturals = [index for index, card in enumerate(cards) if not is_wild(card)]
    legal = (
        rules.run_min <= len(cards) <= rules.run_max
        and last < PLACES
        and len(cards) - len(naturals) <= wild_limit(rules, len(naturals))
        and all(cards[index] == card_at(suit, first + index) for index in naturals)
        and _possible(pack, cards, rescued)
    )
    if not legal:
        return ILLEGAL
    value, name = values.run_value(suit, first, cards)
    value += sum(values.rescued_value(card, None) for card in rescued)
    wilds = [index for index, card in enumerate(cards) if is_wild(card)]
    low, high = naturals[0], naturals[-1]
    if rules.end_block_rescue:
        rescuable = [index for index in wilds if not low < index < high]
    else:  # an inner wild card of an end block counts as lying between two cards
        rescuable = [index for index in wilds if index in (0, len(cards) - 1)]
    return ExposedMeld(
        legal=True,
        value=value,
        name="run" if name == PLAIN_NAME else name,
        blocked=tuple(index for index in wilds if index not in rescuable),
        rescuable=tuple(rescuable),
    )


def _possible(pack: PackOfMeld, cards: Sequence[int], rescued: Sequence[int]) -> bool:
    return all(map(is_wild, rescued)) and pack.holds([*cards, *rescued])
