"""From rule numbers to what the block solver needs, and which rules it can do alone.

The block solver knows two lives (any number of pure and other sequences, any upper limit on their cards) and at
most two sets beside them.  Three answers are possible for a ruleset:

* `EXACT`: block solver alone;
* `VERIFY`: the rules only forbid some of the arrangements that the block solver allows (a limit on the cards of
  the lives that it lifts, a gate that wants an impure sequence), so its answer stands unless lives were used, and
  those hands go to `search`;
* `SEARCH`: every hand goes to `search`.
"""

from typing import NamedTuple

import numpy as np

from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_EITHER, ACE_HIGH, ACE_LOW
from meldlab.kernels.declare.life_classes import Classes, build_classes
from meldlab.kernels.declare.points.state import ANY_RUN, NOTHING, WITH_PURE, CoverRules
from meldlab.kernels.declare.points.suit_tables import MOST_POINTS, SuitTables, build_tables
from meldlab.kernels.declare.rules import (
    GATE_PURE_AND_IMPURE,
    GATE_TWO_LIVES,
    NO_LIMIT,
    ONE_LIFE_ALL,
    ONE_LIFE_LOOSE,
    DeclareRules,
)
from meldlab.kernels.declare.run_shapes import Shapes, build_shapes
from meldlab.kernels.declare.set_choices import SetRules, build_set_rules

EXACT = "exact"
VERIFY = "verify"
SEARCH = "search"

_EACH_SUIT = 0x0001000100010001
_ALL_CARDS = 0x1FFF1FFF1FFF1FFF
_VALUE_BITS = 6
_BLOCK_RUN_MIN = 3  # the window test of the block solver is written for runs of three
_MOST_SIMPLE_CARDS = 5  # so many run cards of a suit may be one run
_MOST_LIVES_WINDOW = 7  # with a higher limit on the cards of two lives the classes become many
_MOST_SHAPES = 1500  # with more, the tables are not built in a second


class BlockSolver(NamedTuple):
    """Tables and rule numbers of one ruleset; read-only, shared by all threads.

    With `zero_declares` every hand with 0 points can be declared: wilds that are left over lengthen the second life.
    """

    rules: CoverRules
    tables: SuitTables
    sets: SetRules
    zero_declares: bool


def _surplus_wilds_fit(rules: DeclareRules, cards: int) -> bool:
    """Return whether any number of surplus wilds can join a second life without breaking the first.

    Two lives leave at most ``cards - run_min`` cells to the longer one; where runs may have that many cells, any
    number of wilds, side by side, and pure sequences are not asked for twice, the surplus lengthens it.
    """
    return bool(
        rules.run_max_wilds >= cards
        and rules.run_adjacent_wilds
        and not rules.identical_three
        and rules.min_pure == 1
        and rules.lives_max_cards >= NO_LIMIT
        and min(rules.run_max, 13) >= cards - rules.run_min
        and _what_counts_without_lives(rules) == NOTHING
        and int(rules.points.min()) > 0
    )


def _what_counts_without_lives(rules: DeclareRules) -> int | None:
    """Return what is grouped without two lives (P1, P2), None when the block solver has no name for it."""
    impure_alone = not (rules.impure_requires_pure or rules.no_pure_counts_all)
    if rules.one_life_counts == ONE_LIFE_LOOSE:
        return ANY_RUN if impure_alone else WITH_PURE
    if rules.one_life_counts == ONE_LIFE_ALL and not impure_alone:
        return NOTHING
    return None


def _lifts_window(rules: DeclareRules) -> bool:
    return _MOST_LIVES_WINDOW < rules.lives_max_cards < NO_LIMIT


def _automaton(rules: DeclareRules) -> tuple[Classes, tuple[Shapes, Shapes]]:
    """Return classes and shapes of `rules`, without an upper limit on the lives where that limit is lifted."""
    modelled = rules._replace(lives_max_cards=NO_LIMIT) if _lifts_window(rules) else rules
    classes = build_classes(modelled)
    return classes, build_shapes(modelled, classes)


def _gate_fits(rules: DeclareRules) -> bool:
    """Return whether sets count only in arrangements with lives (P3)."""
    if rules.set_gate == GATE_PURE_AND_IMPURE:
        plain = rules.min_pure == 1 and rules.min_sequences == 2 and rules.lives_min_cards <= 2 * rules.run_min
        return plain and rules.lives_max_cards >= NO_LIMIT
    return rules.set_gate == GATE_TWO_LIVES


def solver_kind(rules: DeclareRules, cards: int) -> str:
    """Return how the hands of `cards` cards are to be solved: `EXACT`, `VERIFY` or `SEARCH`."""
    sets_beside_lives = (cards - rules.min_sequences * rules.run_min) // rules.set_min
    dearest_suit = int(np.sort(np.repeat(rules.points, 2))[::-1][:cards].sum())
    if (
        rules.run_min != _BLOCK_RUN_MIN
        or rules.min_pure < 1
        or rules.min_sequences < 2
        or not _gate_fits(rules)
        or _what_counts_without_lives(rules) is None
        or (sets_beside_lives > 2 and rules.max_sets > 2)
        or dearest_suit > MOST_POINTS
        or int(rules.points.max()) * 3 > MOST_POINTS
        or len(_automaton(rules)[1][1].masks) > _MOST_SHAPES
    ):
        return SEARCH
    narrower = (
        rules.set_gate == GATE_PURE_AND_IMPURE
        or rules.lives_min_cards > 2 * rules.run_min
        or _lifts_window(rules)
        or rules.max_sets < min(2, sets_beside_lives)
    )
    return VERIFY if narrower else EXACT


def build_block_solver(rules: DeclareRules, cards: int, *, tables: SuitTables | None = None) -> BlockSolver:
    """Return the block solver of `rules`; building takes about a second.

    Parameters
    ----------
    rules
        Rule numbers for which `solver_kind` is not `SEARCH`.
    cards
        Most cards that a hand will hold.
    tables
        Those of rules that differ from these only in what counts without lives (P1, P2) and in the cap on points.
    """
    if tables is None:
        classes, shapes = _automaton(rules)
        tables = build_tables(rules, classes, shapes, most_cards=cards)
    inner = _ALL_CARDS & ~_EACH_SUIT if rules.run_ace == ACE_HIGH else _ALL_CARDS
    around = {ACE_LOW: 0, ACE_HIGH: _EACH_SUIT, ACE_EITHER: _EACH_SUIT, ACE_CIRCULAR: 3 * _EACH_SUIT}[rules.run_ace]
    value_bits = [
        sum(_EACH_SUIT << rank for rank in range(13) if int(rules.points[rank]) >> bit & 1)
        for bit in range(_VALUE_BITS)
    ]
    any_limit_binds = rules.run_min_naturals > 1 or not rules.run_adjacent_wilds
    without_lives = _what_counts_without_lives(rules)
    assert without_lives is not None, "solver_kind says that these rules need search"
    cover = CoverRules(
        inner=np.uint64(inner),
        around=np.uint64(around),
        folded=np.uint64(3 * _EACH_SUIT),
        identical=rules.identical_three,
        simple=int(rules.run_ace != ACE_CIRCULAR and rules.run_max >= _MOST_SIMPLE_CARDS),
        without_lives=without_lives,
        all_wilds_from=0 if any_limit_binds else min(rules.run_max_wilds + 1, rules.run_min),
        value_bits=np.array(value_bits, dtype=np.uint64),
        dearest_card=int(rules.points.max()),
    )
    return BlockSolver(
        rules=cover, tables=tables, sets=build_set_rules(rules), zero_declares=_surplus_wilds_fit(rules, cards)
    )
