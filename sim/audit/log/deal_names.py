"""Names of deals seen before, in bounded memory: whether the rows of a deal stand together."""

from array import array
from hashlib import blake2b

#: Names that are remembered, the first ones of a log.
MOST_NAMES = 1 << 20


def hash_of(name: object) -> int:
    """Return a hash of 64 bits, the same in every process, never 0 (which stands for an empty place)."""
    # A number and its digits as text are different names, as in JSON.
    digest = blake2b(repr(name).encode(errors="surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little") or 1


class DealNames:
    """Remembers the first names by a hash of 64 bits (open addressing, half of the table stays empty)."""

    def __init__(self, most: int = MOST_NAMES) -> None:
        self._most = most
        self._mask = (1 << (2 * most - 1).bit_length()) - 1
        self._table = array("Q")
        self.number = 0

    @property
    def is_full(self) -> bool:
        """Whether later names are not remembered any more."""
        return self.number >= self._most

    def is_new(self, name: str | int) -> bool:
        """Return whether a name is none of those remembered, and remember it while there is room."""
        if not self._table:
            self._table = array("Q", bytes(8 * (self._mask + 1)))
        number = hash_of(name)
        place = number & self._mask
        while self._table[place]:
            if self._table[place] == number:
                return False
            place = (place + 1) & self._mask
        if not self.is_full:
            self._table[place] = number
            self.number += 1
        return True
