"""Cards of a Continental deal that a seat has not seen: not in hand, not thrown, not on the table, not taken openly."""

from meldlab.kernels.contract_rules import KINDS
from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.play.contract_melds import add_cards
from meldlab.kernels.play.contract_state import NONE, Counts, Numbers, Public


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
