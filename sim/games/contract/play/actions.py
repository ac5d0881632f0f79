"""One Continental table in words: what a seat sees, and what it may do, as strategies written in Python read them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from meldlab.kernels.contract.rules import JOKER, SUITS
from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.melds import TO_HAND
from meldlab.kernels.contract.table.random import find_move
from meldlab.kernels.contract.table.state import NONE, Numbers
from meldlab.sim.common.notation import format_card, parse_cards
from meldlab.sim.games.contract.play.observation import ContractSeen
from meldlab.sim.games.contract.play.play_rules import ContractCourse
from meldlab.sim.games.contract.turn.table import RunMeld
from meldlab.sim.table.card_texts import card_of, card_text, card_texts, held_cards

#: Ends of a run.
ENDS = ("left", "right")
_ACTS = {state.LAY_OFF: "layoff", state.SWAP: "swap", state.SHIFT: "move"}


@dataclass(frozen=True)
class LaidMeld:
    """A meld: kind ``"T"`` or ``"E"``, its cards (the cells of a run from left to right), what each cell stands for."""

    kind: str
    cards: tuple[str, ...]
    stands_for: tuple[str, ...] = ()


@dataclass(frozen=True)
class Action:
    """One action in the words of the deal log; what an act does not need is None.

    Attributes
    ----------
    act : str
        ``draw`` (with `source`), ``contra``, ``decline``, ``down``, ``wait`` (not to go down yet), ``layoff``,
        ``swap``, ``move``, ``stop`` (no more lay-offs), ``discard``.
    source : str or None
        ``"discard"`` or ``"stock"``.
    card, meld, cell, to, end, from_end
        As in the deal log.
    melds : tuple of LaidMeld
        What is laid when going down, sets first.
    """

    act: str
    source: str | None = None
    card: str | None = None
    meld: str | None = None
    cell: int | None = None
    to: str | None = None
    end: str | None = None
    from_end: str | None = None
    melds: tuple[LaidMeld, ...] = ()


@dataclass(frozen=True)
class Observation:
    """What a seat sees of its table.

    Attributes
    ----------
    seat, players, turn : int
        The seat; seats at the table; turns played before this one.
    hand : tuple of str
        Its cards.
    available, drawn : str or None
        The discard that may be taken; the card drawn in this turn.
    stock : int
        Cards left in the stock.
    sizes, down : tuple
        For each seat its cards in hand, and whether it is down.
    melds : dict of str to LaidMeld
        The melds on the table by their ids; the owner's seat stands before the point.
    covered : tuple of str
        Cards that lie dead in the discard pile.
    taken : tuple of tuple of str
        For each seat the cards of its hand that everyone saw it take.
    """

    seat: int
    players: int
    turn: int
    hand: tuple[str, ...]
    available: str | None
    drawn: str | None
    stock: int
    sizes: tuple[int, ...]
    down: tuple[bool, ...]
    melds: dict[str, LaidMeld]
    covered: tuple[str, ...]
    taken: tuple[tuple[str, ...], ...]


def observe(seen: ContractSeen, place: int) -> Observation:
    """Return what the seat sees of the table at `place` among those asked about."""
    public, table = seen.public, int(seen.rows[place])
    melds = {
        meld_name(number, seen.course): laid_meld(row)
        for number, row in enumerate(public.melds[table].tolist())
        if row[state.KIND] != state.EMPTY
    }
    return Observation(
        seat=seen.seat,
        players=seen.course.players,
        turn=seen.turn,
        hand=tuple(held_cards(seen.hands[place])),
        available=card_text(public.available[table]),
        drawn=card_text(seen.drawn[place]),
        stock=int(public.stock[table]),
        sizes=tuple(public.sizes[table].tolist()),
        down=tuple((public.seats[table, :, state.WENT_DOWN] > 0).tolist()),
        melds=melds,
        covered=tuple(held_cards(public.covered[table])),
        taken=tuple(tuple(held_cards(counts)) for counts in public.taken[table]),
    )


def discards(seen: ContractSeen, place: int) -> list[Action]:
    """Return the cards that may be thrown."""
    return [Action("discard", card=format_card(card)) for card in np.flatnonzero(seen.throwable[place]).tolist()]


def moves(seen: ContractSeen, place: int) -> list[Action]:
    """Return the lay-offs, swaps and moves that are allowed now, and stopping."""
    return [*(named(move, seen.course) for move in _allowed(seen, place)), Action("stop")]


def named(move: Numbers, course: ContractCourse) -> Action:
    """Return a move in words."""
    act, card, meld, cell, to, right, from_right = (int(number) for number in move)
    return Action(
        _ACTS[act],
        card=format_card(card) if act != state.SHIFT else None,
        meld=meld_name(meld, course),
        cell=cell if act == state.SWAP else None,
        to=meld_name(to, course) if to != NONE else None,
        end=ENDS[right] if not (act == state.SWAP and course.table_rules.swap == TO_HAND) else None,
        from_end=ENDS[from_right] if act == state.SHIFT else None,
    )


def numbered(action: Action, course: ContractCourse) -> list[int]:
    """Return a move in numbers, `MOVE_FIELDS` of them."""
    acts = {word: act for act, word in _ACTS.items()} | {"stop": state.STOP}
    card = card_of(action.card) if action.card is not None else JOKER
    return [
        acts[action.act],
        card,
        _meld_number(action.meld, course),
        NONE if action.cell is None else action.cell,
        _meld_number(action.to, course),
        int(action.end == "right"),
        int(action.from_end == "right"),
    ]


def meld_name(number: int, course: ContractCourse) -> str:
    """Return the id of a meld."""
    return "{}.{}".format(*divmod(number, course.table_rules.melds_a_seat))


def laid_rows(melds: tuple[LaidMeld, ...], course: ContractCourse) -> Numbers:
    """Return melds that a seat lays as rows, as many as a seat has; what is no meld becomes a row that is none."""
    rows = np.zeros((max(course.table_rules.melds_a_seat, len(melds)), state.MELD_FIELDS), dtype=np.int64)
    for row, meld in zip(rows, melds, strict=False):
        cards = parse_cards(meld.cards)
        jokers = [cell for cell, card in enumerate(cards) if card == JOKER]
        naturals = [(cell, card) for cell, card in enumerate(cards) if card != JOKER]
        row[state.LENGTH] = len(cards)
        if meld.kind == "T":
            row[state.KIND], row[state.JOKERS], row[state.FIRST] = state.SET, len(jokers), NONE
            for _, card in naturals:
                row[state.FIRST] = card % 13
                row[state.NATURALS + card // 13] += 1
            if len({card % 13 for _, card in naturals}) > 1:
                row[state.KIND] = NONE
            continue
        row[state.KIND], row[state.JOKERS] = state.RUN, sum(1 << cell for cell in jokers)
        cell, card = naturals[0] if naturals else (0, 0)
        row[state.FIRST], row[state.PLACE] = card // 13, (card - cell) % 13
        if any(other // 13 != card // 13 or (other - card - at + cell) % 13 for at, other in naturals):
            row[state.KIND] = NONE
        only_above = row[state.PLACE] < course.table_rules.lowest
        if not course.table_rules.circular and only_above:
            row[state.PLACE] += 13
    return rows


def _allowed(seen: ContractSeen, place: int) -> Iterator[Numbers]:
    table, hand = int(seen.rows[place]), seen.hands[place]
    melds, size = seen.public.melds[table].copy(), int(seen.public.sizes[table, seen.seat])
    laid, rules = int(seen.laid[place]), seen.course.table_rules
    for act in _ACTS:
        move = np.zeros(state.MOVE_FIELDS, dtype=np.int64)
        for wanted in range(find_move(act, NONE, hand, size, melds, seen.seat, laid, rules, move)):
            find_move(act, wanted, hand, size, melds, seen.seat, laid, rules, move)
            yield move.copy()


def laid_meld(row: Sequence[int]) -> LaidMeld:
    """Return a row of a meld in words."""
    if row[state.KIND] == state.RUN:
        run = RunMeld(row[state.FIRST], row[state.PLACE], row[state.LENGTH], row[state.JOKERS])
        stands_for = tuple(card_texts(run.card(cell) for cell in range(run.length)))
        return LaidMeld("E", tuple(card_texts(run.cells())), stands_for)
    cards = [suit * 13 + row[state.FIRST] for suit in range(SUITS) for _ in range(row[state.NATURALS + suit])]
    return LaidMeld("T", tuple(card_texts(cards + [JOKER] * row[state.JOKERS])))


def laid_melds(rows: Numbers) -> tuple[LaidMeld, ...]:
    """Return rows of melds in words."""
    return tuple(laid_meld(row) for row in rows.tolist() if row[state.KIND] != state.EMPTY)


def _meld_number(name: str | None, course: ContractCourse) -> int:
    if name is None:
        return NONE
    owner, _, place = name.partition(".")
    return int(owner) * course.table_rules.melds_a_seat + int(place)
