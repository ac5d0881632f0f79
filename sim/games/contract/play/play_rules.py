"""The course of play of one Continental contract: a ruleset's `play` table and melds as numbers."""

from dataclasses import dataclass

import numpy as np

from meldlab.kernels.contract.rules import NO_LIMIT
from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.melds import NO_SWAP, TO_ANY_RUN, TO_HAND, TO_OWNER, TableRules
from meldlab.kernels.contract.table.state import Numbers
from meldlab.kernels.contract.table.ways import WayTables
from meldlab.sim.games.contract.turn.table import MeldLimits
from meldlab.sim.games.contract.workload import ContractWorkload
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import limit_or
from meldlab.sim.rules.schema.play_section import Play

_SWAPS = {"same_owner": TO_OWNER, "any_run": TO_ANY_RUN, "to_hand": TO_HAND, "off": NO_SWAP}
#: Limits of melds that are called the same here.
_LIMITS = (
    *("run_min", "run_max", "run_max_wilds", "run_min_naturals", "circular", "lowest", "highest"),
    *("set_min", "set_max", "set_max_wilds"),
)
#: Melds that a player lays at most where the rules allow more than the contract's.
_MOST_MELDS = 8
_ENDLESS = 1 << 20


@dataclass(frozen=True)
class ContractCourse:
    """What happens at a table, as numbers.

    Attributes
    ----------
    players, decks, jokers, cards : int
        Seats; decks; jokers of a deck; cards dealt to each seat.
    table_rules, down_rules : TableRules
        What melds on the table may become, and what may be laid when going down.
    points : int64, shape (53,)
        What each card left in hand costs.
    pay : int64, shape (2,)
        The closer's points, having gone down before, and in the same turn.
    contra_first : bool
        Contras come before the draw from the stock.
    contra_limit : int
        Most contras of a player.
    play : Play
        The ruleset's own words for all else.
    """

    players: int
    decks: int
    jokers: int
    cards: int
    table_rules: TableRules
    down_rules: TableRules
    points: Numbers
    pay: Numbers
    contra_first: bool
    contra_limit: int
    play: Play

    @property
    def pack(self) -> int:
        """Cards of the pack."""
        return self.decks * (52 + self.jokers)

    @property
    def melds(self) -> int:
        """Rows of melds of a table."""
        return self.players * self.table_rules.melds_a_seat


def course_of(ruleset: Ruleset, workload: ContractWorkload, *, players: int) -> ContractCourse:
    """Return the course of play of a ruleset with one contract, which `workload` solves."""
    play, limits = ruleset.play, MeldLimits.of(ruleset)
    sets, runs = workload.contract
    table_rules = TableRules(
        **{name: int(getattr(limits, name)) for name in _LIMITS},
        run_adjacent=int(limits.adjacent),
        set_min_naturals=max(limits.set_min_naturals, 0 if limits.all_wild else 1),
        set_distinct=int(limits.distinct_suits),
        sets=sets,
        runs=runs,
        melds_a_seat=sets + runs if ruleset.contract.exact else max(_MOST_MELDS, sets + runs),
        lay_off_same_turn=int(play.layoff_same_turn),
        lay_off_limit=limit_or(play.layoff_limit, _ENDLESS),
        swap=_SWAPS[play.joker_swap],
        shift=int(play.joker_move),
        own_runs_only=int(play.joker_move_by == "owner"),
        keep=int(play.close_needs_discard),
    )
    longest_run, longest_set = limits.run_max, limits.set_max
    if not ruleset.contract.longer_melds:
        longest_run, longest_set = workload.rules.run_max, workload.rules.set_max
    return ContractCourse(
        players=players,
        decks=workload.deal.decks,
        jokers=ruleset.pack.printed_jokers,
        cards=workload.cards,
        table_rules=table_rules,
        down_rules=table_rules._replace(run_max=longest_run, set_max=longest_set, swap=NO_SWAP, lay_off_limit=_ENDLESS),
        points=workload.rules.points,
        pay=np.array([play.close_later, play.close_same_turn], dtype=np.int64),
        contra_first=play.contra_timing == "before_draw",
        contra_limit=limit_or(play.contra_limit, _ENDLESS),
        play=play,
    )


def way_tables(workload: ContractWorkload, course: ContractCourse, *, lengthens: bool) -> WayTables:
    """Return what searching for ways to go down needs; new melds are laid as long as may be with `lengthens`."""
    rows = []
    for length, cells, _ in workload.shapes.tolist():
        for place, span in workload.windows.tolist():
            for suit in range(4 if length == span else 0):
                row = [0] * state.MELD_FIELDS
                row[state.KIND], row[state.FIRST], row[state.PLACE] = state.RUN, suit, place
                row[state.LENGTH], row[state.JOKERS] = length, cells
                rows.append(row)
    rules = workload.rules
    return WayTables(
        runs=np.array(rows, dtype=np.int64).reshape(-1, state.MELD_FIELDS),
        set_min=rules.set_min,
        set_most_jokers=min(rules.set_max_wilds, NO_LIMIT),
        set_least_naturals=rules.set_least_naturals,
        rules=course.table_rules,
        longest=course.down_rules,
        lengthens=int(lengthens),
        lays_off=course.table_rules.lay_off_same_turn,
        points=course.points,
    )
