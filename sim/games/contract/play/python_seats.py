"""Continental strategies written in Python: asked about one table at a time, with the actions that are legal."""

from itertools import islice

import numpy as np

from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.state import Numbers
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.notation import parse_cards
from meldlab.sim.games.contract.play.actions import (
    Action,
    discards,
    laid_melds,
    laid_rows,
    moves,
    numbered,
    observe,
)
from meldlab.sim.games.contract.play.observation import ContractSeen, Flags, GoingDown
from meldlab.sim.table.asking import Asking

#: Ways to go down that are offered, the best first; a strategy may lay any other.
OFFERED = 2


class OneByOne(Asking):
    """A strategy of many tables that asks a player about each; a ``down`` may be one with other melds."""

    def choose_draw(self, seen: ContractSeen) -> Flags:
        """Ask for the draw."""
        offered = [Action("draw", source="discard"), Action("draw", source="stock")]
        return np.array([self.ask(observe(seen, place), offered).source == "discard" for place in range(len(seen))])

    def choose_contra(self, seen: ContractSeen) -> Flags:
        """Ask whether the available card is taken de contra."""
        offered = [Action("contra"), Action("decline")]
        return np.array([self.ask(observe(seen, place), offered).act == "contra" for place in range(len(seen))])

    def choose_down(self, seen: ContractSeen) -> GoingDown:
        """Ask whether the seat goes down, and with what."""
        laid = np.zeros((len(seen), seen.course.table_rules.melds_a_seat, state.MELD_FIELDS), dtype=np.int64)
        goes = np.zeros(len(seen), dtype=np.bool_)
        ways = [
            seen.judge.ways(seen.rows, seen.hands, seen.public, seen.seat, longest=longest)[0]
            for longest in (False, True)
        ]
        for place in range(len(seen)):
            offered = dict.fromkeys(Action("down", melds=laid_melds(way[place])) for way in ways)
            chosen = self.ask(observe(seen, place), [*islice(offered, OFFERED), Action("wait")], free="down")
            if chosen.act == "down":
                goes[place] = True
                rows = laid_rows(chosen.melds, seen.course)
                if len(rows) > laid.shape[1]:
                    raise RunError(f"{self.name} lays too many melds", where=f"seat {seen.seat}")
                laid[place] = rows
        return GoingDown(goes, laid)

    def choose_moves(self, seen: ContractSeen) -> Numbers:
        """Ask for the next lay-off, swap or move."""
        chosen = [
            numbered(self.ask(observe(seen, place), moves(seen, place)), seen.course) for place in range(len(seen))
        ]
        return np.array(chosen, dtype=np.int64)[:, np.newaxis, :]

    def choose_discard(self, seen: ContractSeen) -> Numbers:
        """Ask for the card to throw."""
        chosen = [self.ask(observe(seen, place), discards(seen, place)).card for place in range(len(seen))]
        return np.array([parse_cards(card or "")[0] for card in chosen], dtype=np.int64)
