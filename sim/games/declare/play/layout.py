"""Deals of Indian rummy laid out by hand, and the shuffles that are given with them."""

import numpy as np

from meldlab.kernels.cards.cards import JOKER, KINDS, RANKS
from meldlab.kernels.declare.table.state import CoveredCards, OpenCards
from meldlab.sim.common.errors import RunError
from meldlab.sim.games.declare.play.hand_values import Numbers
from meldlab.sim.games.declare.play.play_rules import Course
from meldlab.sim.table.block import Layout


def lay_out(layouts: tuple[Layout, ...], course: Course, shown: OpenCards, covered: CoveredCards) -> None:
    """Put the cards of each layout on its table.

    Raises
    ------
    RunError
        A layout does not fit the rules: seats, cards of a hand, up-card, cut card, or more cards than the pack has.
    """
    if len(layouts) != len(shown.seats):
        raise RunError(f"{len(layouts)} layouts for {len(shown.seats)} deals", where="layouts")
    pack = np.full(KINDS, course.decks, dtype=np.int64)
    pack[JOKER] *= course.printed_jokers
    for table, each in enumerate(layouts):
        where = f"layout {table}"
        sizes = [len(hand) for hand in each.hands]
        if sizes != [course.cards] * course.players:
            raise RunError(f"hands of {sizes} cards", where=where, allowed=f"{course.players} of {course.cards} cards")
        if (each.upcard is not None) != course.upcard:
            raise RunError("an up-card too many or too few", where=where)
        if (each.wild_card is not None) != bool(course.cut):
            raise RunError("a cut card too many or too few", where=where)
        opened = [] if each.upcard is None else [each.upcard]
        cut = [] if each.wild_card is None or course.cut_stays else [each.wild_card]
        cards = [card for hand in each.hands for card in hand] + opened + list(each.stock) + cut
        if (np.bincount(cards, minlength=KINDS) > pack).any():
            raise RunError("more copies of a card than the pack has", where=where)
        for seat, hand in enumerate(each.hands):
            covered.hands[table, seat] = np.bincount(hand, minlength=KINDS)
        covered.stocks[table, : len(each.stock)] = each.stock
        shown.stock_sizes[table] = len(each.stock)
        shown.piles[table, : len(opened)] = opened
        shown.pile_sizes[table] = len(opened)
        if each.wild_card is not None:
            shown.wild_cards[table] = each.wild_card
            shown.wild_ranks[table] = 0 if each.wild_card == JOKER else each.wild_card % RANKS


class Orders:
    """The shuffles given with layouts, each used once, in order; the rest stay as chance shuffled them."""

    def __init__(self, layouts: tuple[Layout, ...]) -> None:
        self._left = [list(each.shuffles) for each in layouts]

    def put_under(self, tables: Numbers, cards: int, shown: OpenCards, covered: CoveredCards) -> None:
        """Put the hands just packed under the stock in the given order."""
        self._order(tables, cards, shown, covered)

    def turn_over(self, tables: Numbers, shown: OpenCards, covered: CoveredCards) -> None:
        """Put the new stocks into the given order."""
        self._order(tables, None, shown, covered)

    def _order(self, tables: Numbers, last: int | None, shown: OpenCards, covered: CoveredCards) -> None:
        if not self._left:
            return
        for table in tables.tolist():
            if not self._left[table]:
                continue
            stop = int(covered.stock_tops[table] + shown.stock_sizes[table])
            start = int(covered.stock_tops[table]) if last is None else stop - last
            given = np.array(self._left[table].pop(0), dtype=np.uint8)
            if not np.array_equal(np.sort(given), np.sort(covered.stocks[table, start:stop])):
                raise RunError("a given shuffle holds other cards than those shuffled", where=f"layout {table}")
            covered.stocks[table, start:stop] = given
