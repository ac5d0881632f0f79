"""Tables of a `value` game before the first turn: packs of the seed dealt, or deals laid out by hand."""

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.table.state import SEATS, Hidden, Public, make_tables
from meldlab.kernels.value.table.turn import deal_out
from meldlab.sim.games.value.play.observation import ValueStrategy
from meldlab.sim.rules import Ruleset
from meldlab.sim.table.block import Block, Layout


@dataclass(frozen=True)
class Dealt:
    """Tables at which the cards have been dealt.

    Attributes
    ----------
    strategies : tuple of ValueStrategy
        One a seat.
    public, hidden
        The tables.
    states : tuple of uint64 array, shape (tables, 4)
        Random states, a seat each.
    numbers : int64, shape (tables,)
        Which deals these are.
    log : bool
    """

    strategies: tuple[ValueStrategy, ...]
    public: Public
    hidden: Hidden
    states: tuple[NDArray[np.uint64], ...]
    numbers: NDArray[np.int64]
    log: bool


def dealt_block(ruleset: Ruleset, block: Block, places: NDArray[np.int64] | None = None) -> Dealt:
    """Return the tables of a block, or of some of its deals, before the first turn.

    One card a seat in turn, then the pozo's first card, then the stock (rules, 1).

    Parameters
    ----------
    ruleset : Ruleset
    block : Block
    places : int64 array, optional
        Which deals of the block; nothing about a deal depends on which others are chosen.
    """
    rows = np.arange(block.deals) if places is None else places
    decks, jokers = ruleset.decks_for(players=block.players), ruleset.pack.printed_jokers
    public, hidden = make_tables(len(rows), decks * (52 + jokers))
    if block.layouts:
        for table, row in enumerate(rows.tolist()):
            _lay_out(table, block.layouts[row], public, hidden)
    else:
        packs = block.packs(decks=decks, printed_jokers=jokers)
        deal_out(packs[rows], ruleset.cards_dealt(), int(ruleset.deal.upcard is True), public, hidden)
    states = block.seat_states()
    return Dealt(
        strategies=cast(tuple[ValueStrategy, ...], block.strategies),
        public=public,
        hidden=hidden,
        states=tuple(np.ascontiguousarray(states[:, rows, seat].T) for seat in range(SEATS)),
        numbers=block.first_deal + rows,
        log=block.log,
    )


def _lay_out(table: int, layout: Layout, public: Public, hidden: Hidden) -> None:
    for seat, hand in enumerate(layout.hands):
        np.add.at(hidden.hands[table, seat], list(hand), 1)
        public.hand_sizes[table, seat] = len(hand)
    hidden.dealt[table] = hidden.hands[table]
    if layout.upcard is not None:
        public.pozo[table, 0] = layout.upcard
        public.pozo_size[table] = 1
    hidden.stock[table, : len(layout.stock)] = layout.stock
    public.stock_left[table] = len(layout.stock)
