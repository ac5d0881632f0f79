"""What is wrong with an answer that the rules of a `value` game forbid, in words."""

from meldlab.kernels.value.table import run_cells as cells
from meldlab.kernels.value.table import turn

#: Faults of acts on melds.
LAY_FAULTS = {
    cells.NO_SUCH_ACT: "there is no such act",
    cells.NO_SUCH_MELD: "there is no such meld of the side",
    cells.NOT_IN_HAND: "a card is not in the hand",
    cells.NO_MELD: "the cards are no legal meld",
    cells.BLOCKED: "a card on the table that may not move is moved",
    cells.NOTHING_LAID: "the act changes nothing, or is not what it says",
    cells.MUST_KEEP_ONE: "a card must be kept to be thrown",
    cells.SETS_OF_RANK: "the side has a set of this rank already",
    cells.NOT_RESCUABLE: "the wild card may not be rescued so",
    cells.NO_SIGNAL: "the signal may not be given",
    cells.MUST_LAY: "a card must be laid after taking the pozo",
    cells.COMPLETE: "nothing can be added to a pinaculo",
}

#: Faults of drawing and throwing.
DRAW_FAULTS = {
    turn.EMPTY_STOCK: "the stock is empty, or need not be refused",
    turn.EMPTY_POZO: "the pozo is empty",
    turn.CANNOT_LAY: "the pozo may not be taken, since no card could be laid, or the deal may not be given up",
    turn.NOT_HELD: "the card thrown is not in the hand",
    turn.MAY_NOT_THROW: "the card may not be thrown this turn",
    turn.NO_SUCH_CHOICE: "there is no such draw",
}
