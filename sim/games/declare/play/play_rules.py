"""The course of a deal of Indian rummy as numbers: the pack, the cut, and every `play` parameter kernels read."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS, NATURALS
from meldlab.kernels.cards.deal_rules import Cut
from meldlab.kernels.declare.table.moves import PICKUP_ALLOWED, PICKUP_INITIAL_ONLY, PICKUP_NEVER
from meldlab.kernels.declare.table.state import NO_CARD
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import NONE, limit_or
from meldlab.sim.rules.schema.play_section import Play

_PICKUPS = {"allowed": PICKUP_ALLOWED, "initial_only": PICKUP_INITIAL_ONLY, "never": PICKUP_NEVER}
_CUTS = {"redraw": Cut.REDRAW, "aces": Cut.ACES}
_UNDER = "stock_bottom"


@dataclass(frozen=True)
class Course:
    """Numbers of one ruleset and number of players.

    Attributes
    ----------
    wrong_show_points : int or None
        None: a wrong show is not a legal action.
    play : Play
        The ruleset's own words for all else.
    """

    players: int
    decks: int
    printed_jokers: int
    cards: int
    cut: Cut
    cut_stays: bool
    upcard: bool
    first_under: bool
    later_under: bool
    wrong_show_points: int | None
    pickup: int
    lowest_wins: bool
    settled: bool
    play: Play

    @property
    def pack_size(self) -> int:
        """Cards of the whole pack."""
        return self.decks * (NATURALS + self.printed_jokers)

    def pools(self, gone: NDArray[np.int64], cut_cards: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the copies left in the pack, shape (hands, 53), without those `gone` and the open cut cards.

        Parameters
        ----------
        gone : int64, shape (hands, 53)
        cut_cards : int64, shape (hands,)
            The cut card, -1 without one.
        """
        pack = np.full(KINDS, self.decks, dtype=np.int64)
        pack[JOKER] *= self.printed_jokers
        left = pack - gone
        if not self.cut_stays:
            cut = np.flatnonzero(cut_cards != NO_CARD)
            left[cut, cut_cards[cut]] -= 1
        pools: NDArray[np.uint8] = np.maximum(left, 0).astype(np.uint8)
        return pools


def lower_course(ruleset: Ruleset, *, players: int) -> Course:
    """Return the numbers of a `declare` game.

    Raises
    ------
    RulesError
        If the ruleset does not seat that many players.
    """
    play, pack = ruleset.play, ruleset.pack
    return Course(
        players=players,
        decks=ruleset.decks_for(players=players),
        printed_jokers=pack.printed_jokers,
        cards=ruleset.cards_dealt(),
        cut=_CUTS[pack.cut_joker] if pack.wild == "cut" else Cut.NONE,
        cut_stays=pack.cut_card_in_play,
        upcard=ruleset.deal.upcard,
        first_under=play.pack_first_cards == _UNDER,
        later_under=play.pack_later_cards == _UNDER,
        wrong_show_points=None if play.wrong_show_points == NONE else limit_or(play.wrong_show_points, 0),
        pickup=_PICKUPS[play.discard_joker_pickup],
        lowest_wins=play.stock_exhaustion == "lowest_wins",
        settled=play.settlement == "winner_takes_sum",
        play=play,
    )
