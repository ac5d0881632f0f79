"""Numbers as people type them: ``20_000_000``, ``20,000,000``, ``10M``, ``1e6``."""

import re
from decimal import Decimal

from meldlab.sim.common.errors import RunError

_NUMBER = re.compile(
    r"(?P<digits>[0-9][0-9_,]{0,40}(\.[0-9]{1,40})?)(e\+?(?P<power>[0-9]{1,2}))?(?P<suffix>[kmb]?)", re.IGNORECASE
)
_SUFFIXES = {"": 0, "k": 3, "m": 6, "b": 9}


def parse_count(text: str, *, where: str) -> int:
    """Return the whole number written in `text`.

    Raises
    ------
    RunError
        It is not a positive whole number.
    """
    found = _NUMBER.fullmatch(text.strip())
    if found:
        digits = Decimal(found["digits"].replace("_", "").replace(",", ""))
        value = digits.scaleb(int(found["power"] or 0) + _SUFFIXES[found["suffix"].lower()])
        if value == int(value) and value > 0:
            return int(value)
    raise RunError(
        f"{text[:60]!r} is not a number of deals",
        where=where,
        allowed="whole numbers above 0, such as 250000, 20_000_000, 10M or 1e6",
    )
