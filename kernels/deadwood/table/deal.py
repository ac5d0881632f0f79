"""The deal loop of a deadwood game (gin): tables go on until they are over, or until somebody else has to decide."""

from meldlab.kernels.deadwood.least_deadwood import Choices, SuitPoints, Words
from meldlab.kernels.deadwood.table import turn
from meldlab.kernels.deadwood.table.seats import ASKED, takes_top, throws
from meldlab.kernels.deadwood.table.turn import SEATS, DeadwoodPlay, Numbers, Scratch, Tables
from meldlab.kernels.jit import bare_kernel


@bare_kernel
def deal_all(play: DeadwoodPlay, tables: Tables) -> None:
    """Deal at every table."""
    for table in range(tables.packs.shape[0]):
        turn.deal_out(table, play, tables)


@bare_kernel
def play_on(
    play: DeadwoodPlay,
    points: Numbers,
    suit_points: SuitPoints,
    choices: Choices,
    set_cards: Words,
    strategies: Numbers,
    numbers: Numbers,
    states: Words,
    scratch: Scratch,
    tables: Tables,
) -> None:
    """Play every table on until its deal is over or a seat of the strategy `ASKED` must decide.

    Parameters
    ----------
    strategies, numbers
        Strategy of each seat, int64 of shape (2,), and their numbers, shape (2, NUMBERS).
    states : uint64, shape (tables * 2, 4)
        A random state for each seat of each table.
    """
    for table in range(tables.packs.shape[0]):
        marks = tables.marks[table]
        while marks[turn.PHASE] == turn.DRAW or marks[turn.PHASE] == turn.THROW:
            seat = marks[turn.SEAT]
            strategy = strategies[seat]
            if strategy == ASKED:
                break
            row = table * SEATS + seat
            own = tables.hands[table, seat]
            if marks[turn.PHASE] == turn.DRAW:
                top = turn.top_of(table, tables)
                takes = takes_top(strategy, own, top, suit_points, choices, set_cards, states, row)
                turn.draw(table, turn.FROM_PILE if takes else turn.FROM_STOCK, tables)
                continue
            card, knocks = throws(
                strategy,
                numbers[seat],
                own,
                tables.seen[table],
                tables.taken[table, 1 - seat],
                play.knock_at,
                points,
                suit_points,
                choices,
                set_cards,
                states,
                row,
            )
            act = turn.KNOCK if knocks else turn.DISCARD
            turn.end_turn(table, card, act, play, points, suit_points, choices, set_cards, scratch, tables)


@bare_kernel
def draw_at(rows: Numbers, sources: Numbers, tables: Tables) -> None:
    """Let the seats to move at the tables `rows` draw from these sources."""
    for place in range(rows.size):
        turn.draw(rows[place], sources[place], tables)


@bare_kernel
def end_turns_at(
    rows: Numbers,
    cards: Numbers,
    acts: Numbers,
    play: DeadwoodPlay,
    points: Numbers,
    suit_points: SuitPoints,
    choices: Choices,
    set_cards: Words,
    scratch: Scratch,
    tables: Tables,
) -> None:
    """Let the seats to move at the tables `rows` end their turns by these acts."""
    for place in range(rows.size):
        turn.end_turn(
            rows[place], cards[place], acts[place], play, points, suit_points, choices, set_cards, scratch, tables
        )
