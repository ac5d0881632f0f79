"""From a ruleset of a `value` game to the numbers of its play."""

from meldlab.kernels.value.table.state import END, POZO_OR_END, RESHUFFLE, PlayRules
from meldlab.sim.rules import Ruleset

_STOCK_END = {"pozo_or_end": POZO_OR_END, "end": END, "reshuffle": RESHUFFLE}


def lower_value_play(ruleset: Ruleset) -> PlayRules:
    """Return the `play` numbers of a `value` game; what else its play needs is in `lower_value`."""
    play = ruleset.play
    return PlayRules(
        rescue_same_turn=int(play.rescue_same_turn),
        pozo_requires_meld=int(play.pozo_requires_meld),
        wild_discard=int(play.wild_discard),
        discard_drawn=int(play.discard_drawn),
        close_bonus=play.close_bonus,
        stock_end=_STOCK_END[play.stock_end],
        max_turns=play.max_turns,
        signal_allowed=int(play.signal_allowed),
        signal_min=play.signal_min,
    )
