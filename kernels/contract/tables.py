"""What the block kernels of contract games read: run shapes as masks of all four suits, and what sets cost by rank.

A place of a run is the bit of its first cell's rank, in a lane of 16 bits a suit as in `cards`; runs go round the
corner by rotating the thirteen bits of a lane, and the rules forbid places, not rotations.

A rank is of a *kind*: how many suits hold it at least once, twice, three times.  Each next set of a rank costs no fewer
jokers than the one before, so the cheapest sets of a hand are the first of the sorted costs of all ranks.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import LANE_BITS, RANKS, SUITS
from meldlab.kernels.contract.rules import ContractRules
from meldlab.kernels.contract.runs import room_from
from meldlab.kernels.contract.shapes import JOKERS, LENGTH, run_shapes

#: Hands that kernels take together, and the length of a row of their scratch: rows must not lie a multiple of 4,096
#: bytes apart.
BLOCK = 512
PITCH = BLOCK + 8

MOST_JOKERS = 12
MOST_MELDS = 8
#: Bits of a ladder's field, and its mask: a field counts the sets of a hand that cost so many jokers, 8 a rank at most.
FIELD_BITS = 7
FIELD = (1 << FIELD_BITS) - 1
OUT_OF_REACH = 127


class ContractTables(NamedTuple):
    """Everything the block kernels need of one ruleset, pack and contract."""

    sets: int
    runs: int
    decks: int
    low: NDArray[np.uint64]  # shape (14,): the n lowest ranks of every suit
    starts: NDArray[np.uint64]  # shape (shapes,): places where each shape may start
    cells: NDArray[np.int64]  # shape (shapes, most naturals): cells that ask for a natural, modulo 13
    naturals: NDArray[np.int64]  # shape (shapes,): how many of them
    jokers: NDArray[np.int64]  # shape (shapes,), ascending
    levels: NDArray[np.int64]  # shape (levels + 1,): where the shapes of each number of jokers begin
    wanted: NDArray[np.int64]  # shape (levels, 13): least naturals in runs up to a level, by jokers to spare
    kinds: NDArray[np.int64]  # shape (kinds, 3): suits holding a rank once, twice, three times
    ladders: NDArray[np.uint64]  # shape (kinds,): sets of one rank of that kind by their cost, FIELD_BITS a field
    fields: int
    endless: int  # jokers of a set of jokers alone, 0 when there is none


def contract_tables(rules: ContractRules, *, sets: int, runs: int, decks: int, jokers: int) -> ContractTables:
    """Return the tables of a contract; `decks` is 1 to 3, `jokers` how many the pack holds.

    Implements 2.1 to 2.7 for the shortest melds, which decide whether a contract can be laid (section 11).
    """
    low = [sum(((1 << ranks) - 1) << (LANE_BITS * suit) for suit in range(SUITS)) for ranks in range(RANKS + 1)]
    shapes = run_shapes(rules, jokers=jokers)
    cells = [[cell % RANKS for cell in range(length) if not mask >> cell & 1] for length, mask, _ in shapes.tolist()]
    width = max(map(len, cells), default=1)
    groups, begins = np.unique(shapes[:, JOKERS], return_index=True)
    kinds = [
        (once, twice, thrice)
        for once in range(1, SUITS + 1)
        for twice in range(once + 1 if decks > 1 else 1)
        for thrice in range(twice + 1 if decks > 2 else 1)
    ]
    ladders = [_ladder(kind, sets, rules) for kind in kinds]
    useful = [place for place, ladder in enumerate(ladders) if ladder]
    has_sets = rules.set_min <= rules.set_max
    return ContractTables(
        sets=sets,
        runs=runs,
        decks=decks,
        low=np.array(low, dtype=np.uint64),
        starts=np.array([_starts(length, rules) for length in shapes[:, LENGTH].tolist()], dtype=np.uint64),
        cells=np.array([each + [0] * (width - len(each)) for each in cells], dtype=np.int64).reshape(-1, width),
        naturals=np.array(list(map(len, cells)), dtype=np.int64),
        jokers=shapes[:, JOKERS].copy(),
        levels=np.array([*begins, len(shapes)], dtype=np.int64),
        wanted=_wanted(groups.tolist(), shapes, runs),
        kinds=np.array([kinds[place] for place in useful], dtype=np.int64).reshape(-1, 3),
        ladders=np.array([ladders[place] for place in useful], dtype=np.uint64),
        fields=rules.set_min + 1 if rules.set_least_naturals < rules.set_min else 1,
        endless=rules.set_min if rules.set_least_naturals == 0 and has_sets else 0,
    )


def _starts(length: int, rules: ContractRules) -> int:
    """Return the places of all suits where a run of this length fits."""
    lane = sum(1 << place for place in range(RANKS) if room_from(place, rules) >= length)
    return sum(lane << (LANE_BITS * suit) for suit in range(SUITS))


def _wanted(groups: list[int], shapes: NDArray[np.int64], runs: int) -> NDArray[np.int64]:
    """Return the least naturals that the runs with at most so many jokers hold, whatever jokers go to each run."""
    least = [
        min(length - bin(mask).count("1") for length, mask, used in shapes.tolist() if used == group)
        for group in groups
    ]
    table = np.full((len(groups), MOST_JOKERS + 1), OUT_OF_REACH, dtype=np.int64)
    for level in range(len(groups)):
        fewest = {0: 0}  # jokers used: naturals
        for _ in range(runs):
            longer: dict[int, int] = {}
            for used, naturals in fewest.items():
                for number, group in enumerate(groups):
                    total = naturals + (least[number] if number <= level else 0)
                    longer[used + group] = min(longer.get(used + group, OUT_OF_REACH), total)
            fewest = longer
        for spare in range(MOST_JOKERS + 1):
            table[level, spare] = min((fewest[used] for used in fewest if used <= spare), default=OUT_OF_REACH)
    return table


def _ladder(kind: tuple[int, int, int], sets: int, rules: ContractRules) -> int:
    """Return how many sets of a rank of this kind cost 0, 1, ... jokers beyond those before, as packed fields."""
    packed, before = 0, 0
    for number in range(1, sets + 1):
        usable = sum(kind[:number]) if rules.set_distinct_suits else sum(kind)
        if usable < number * rules.set_least_naturals or rules.set_min > rules.set_max:
            break
        cost = max(0, number * rules.set_min - usable)
        packed += 1 << (FIELD_BITS * (cost - before))
        before = cost
    return packed
