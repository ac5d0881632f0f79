"""Tables of a `value` game before the first turn: packs of the seed dealt, or deals laid out by hand."""

import numpy as np

from meldlab.kernels.packs import shuffle_packs
from meldlab.kernels.play.value_table import Hidden, Public, make_tables
from meldlab.kernels.play.value_turn import deal_out
from meldlab.sim.play.block import Block, Layout
from meldlab.sim.rules import Ruleset


def dealt_tables(ruleset: Ruleset, block: Block) -> tuple[Public, Hidden]:
    """Return the tables of a block: one card a seat in turn, then the pozo's first card, then the stock (rules, 1)."""
    decks, jokers = ruleset.decks_for(players=block.players), ruleset.pack.printed_jokers
    public, hidden = make_tables(block.deals, decks * (52 + jokers))
    if block.layouts:
        for table, layout in enumerate(block.layouts):
            _lay_out(table, layout, public, hidden)
        return public, hidden
    packs = shuffle_packs(
        block.seed, block.chunk, block.deals, decks=decks, printed_jokers=jokers, first_deal=block.lane
    )
    deal_out(packs, ruleset.cards_dealt(), int(ruleset.deal.upcard is True), public, hidden)
    return public, hidden


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
