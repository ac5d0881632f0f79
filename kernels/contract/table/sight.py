"""What a Continental seat can tell from the table: cards that fit on a meld, cards it has not seen."""

from meldlab.kernels.contract.rules import KINDS
from meldlab.kernels.contract.table.melds import TableRules, add_cards, fits
from meldlab.kernels.contract.table.state import NONE, Counts, Numbers, Public
from meldlab.kernels.jit import bare_kernel


@bare_kernel
def fill_unseen(rows: Numbers, hands: Counts, seat: int, there: Numbers, public: Public, unseen: Numbers) -> None:
    """Fill `unseen` with the copies of each card that may still lie in the stock, as far as a seat can tell.

    Parameters
    ----------
    rows : int64, shape (n,)
    hands : uint8, shape (n, 53)
        The seat's own cards.
    seat : int
    there : int64, shape (53,)
        Copies in the pack.
    public
    unseen : int64, shape (n, 53)
    """
    for number in range(rows.size):
        table, left = rows[number], unseen[number]
        for kind in range(KINDS):
            left[kind] = there[kind] - hands[number, kind] - public.covered[table, kind]
            for other in range(public.taken.shape[1]):
                if other != seat:
                    left[kind] -= public.taken[table, other, kind]
        if public.available[table] != NONE:
            left[public.available[table]] -= 1
        for place in range(public.melds.shape[1]):
            add_cards(public.melds[table, place], left, -1)


@bare_kernel
def fill_laid_off(rows: Numbers, cards: Numbers, public: Public, rules: TableRules, found: Numbers) -> None:
    """Fill `found` (int64, shape (n,)) with 1 where a card could be laid off on a meld of the table as it lies."""
    for number in range(rows.size):
        found[number] = 0
        melds = public.melds[rows[number]]
        for place in range(melds.shape[0]):
            if fits(melds[place], cards[number], 0, rules) or fits(melds[place], cards[number], 1, rules):
                found[number] = 1
                break
