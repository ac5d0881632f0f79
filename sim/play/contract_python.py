"""Continental strategies written in Python: asked about one table at a time, with the actions that are legal."""

from collections.abc import Sequence
from itertools import islice
from typing import Protocol

import numpy as np

from meldlab.kernels.play import contract_state as state
from meldlab.kernels.play.contract_state import Numbers
from meldlab.sim.errors import RunError
from meldlab.sim.notation import parse_cards
from meldlab.sim.play.contract_actions import (
    Action,
    Observation,
    discards,
    laid_melds,
    laid_rows,
    moves,
    numbered,
    observe,
)
from meldlab.sim.play.contract_seen import ContractSeen, Flags, GoingDown

#: Ways to go down that are offered, the best first; a strategy may lay any other.
OFFERED = 2


class ContractPlayer(Protocol):
    """A strategy written in Python."""

    def act(self, seen: Observation, actions: Sequence[Action]) -> Action:
        """Return one of the legal actions; of ``down`` also one with other melds, which the rules then judge."""
        ...


class OneByOne:
    """A strategy of many tables that asks a player about each.

    Parameters
    ----------
    player : ContractPlayer
    name : str
    """

    def __init__(self, player: ContractPlayer, *, name: str) -> None:
        self._player, self._name = player, name

    @property
    def name(self) -> str:
        """As written on the command line."""
        return self._name

    def choose_draw(self, seen: ContractSeen) -> Flags:
        """Ask for the draw."""
        offered = [Action("draw", source="discard"), Action("draw", source="stock")]
        return np.array([self._ask(seen, place, offered).source == "discard" for place in range(len(seen))])

    def choose_contra(self, seen: ContractSeen) -> Flags:
        """Ask whether the available card is taken de contra."""
        offered = [Action("contra"), Action("decline")]
        return np.array([self._ask(seen, place, offered).act == "contra" for place in range(len(seen))])

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
            chosen = self._ask(seen, place, [*islice(offered, OFFERED), Action("wait")], any_melds=True)
            if chosen.act == "down":
                goes[place] = True
                rows = laid_rows(chosen.melds, seen.course)
                if len(rows) > laid.shape[1]:
                    raise RunError(f"{self.name} lays too many melds", where=f"seat {seen.seat}")
                laid[place] = rows
        return GoingDown(goes, laid)

    def choose_moves(self, seen: ContractSeen) -> Numbers:
        """Ask for the next lay-off, swap or move."""
        chosen = [numbered(self._ask(seen, place, moves(seen, place)), seen.course) for place in range(len(seen))]
        return np.array(chosen, dtype=np.int64)[:, np.newaxis, :]

    def choose_discard(self, seen: ContractSeen) -> Numbers:
        """Ask for the card to throw."""
        chosen = [self._ask(seen, place, discards(seen, place)).card for place in range(len(seen))]
        return np.array([parse_cards(card or "")[0] for card in chosen], dtype=np.int64)

    def _ask(self, seen: ContractSeen, place: int, offered: Sequence[Action], *, any_melds: bool = False) -> Action:
        chosen = self._player.act(observe(seen, place), offered)
        if chosen not in offered and not (any_melds and chosen.act == "down"):
            raise RunError(f"{self.name} answers {chosen}, which is no legal action", where=f"seat {seen.seat}")
        return chosen
