"""Continental strategies written in Python: asked about one table at a time, with the actions that are legal."""

from itertools import islice

import numpy as np

from meldlab.kernels.contract.table.state import Numbers
from meldlab.sim.common.errors import RunError
from meldlab.sim.games.contract.play.actions import Action, discards, laid_melds, laid_rows, moves, numbered, observe
from meldlab.sim.games.contract.play.observation import ContractSeen, Flags, GoingDown
from meldlab.sim.table.asking import Asking
from meldlab.sim.table.card_texts import card_of

#: Ways to go down that are offered, the best first; a strategy may lay any other.
OFFERED = 2


class OneByOne(Asking[ContractSeen]):
    """A strategy of many tables that asks a player about each; a ``down`` may be one with other melds."""

    observe = staticmethod(observe)
    free_acts = ("down",)

    def choose_draw(self, seen: ContractSeen) -> Flags:
        """Ask for the draw."""
        offered = [Action("draw", source="discard"), Action("draw", source="stock")]
        return np.array(self.ask(seen, lambda *_: offered, lambda action, _: action.source == "discard"))

    def choose_contra(self, seen: ContractSeen) -> Flags:
        """Ask whether the available card is taken de contra."""
        offered = [Action("contra"), Action("decline")]
        return np.array(self.ask(seen, lambda *_: offered, lambda action, _: action.act == "contra"))

    def choose_down(self, seen: ContractSeen) -> GoingDown:
        """Ask whether the seat goes down, and with what."""
        ways = [
            seen.judge.ways(seen.rows, seen.hands, seen.public, seen.seat, longest=longest)[0]
            for longest in (False, True)
        ]

        def offered(seen: ContractSeen, place: int) -> list[Action]:
            shown = dict.fromkeys(Action("down", melds=laid_melds(way[place])) for way in ways)
            return [*islice(shown, OFFERED), Action("wait")]

        def laid(action: Action, place: int) -> tuple[bool, Numbers]:
            rows = laid_rows(action.melds, seen.course)
            if len(rows) > seen.course.table_rules.melds_a_seat:
                raise RunError("too many melds are laid")
            return action.act == "down", rows

        goes, rows = zip(*self.ask(seen, offered, laid), strict=True)
        return GoingDown(np.array(goes), np.array(rows))

    def choose_moves(self, seen: ContractSeen) -> Numbers:
        """Ask for the next lay-off, swap or move."""
        chosen = self.ask(seen, moves, lambda action, _: numbered(action, seen.course))
        return np.array(chosen, dtype=np.int64)[:, np.newaxis, :]

    def choose_discard(self, seen: ContractSeen) -> Numbers:
        """Ask for the card to throw."""
        return np.array(self.ask(seen, discards, lambda action, _: card_of(action.card)))
