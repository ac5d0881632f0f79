"""Strategies in tables: long names are told once above them, and stand in the tables by a short one."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

#: Names up to this length stand in tables as they are.
_LONGEST = 28


class StrategyNames:
    """Short names for strategies, different for different ones.

    Parameters
    ----------
    strategies
        As results name them, ``"mine.py:Careful(limit=60)"``; each may come several times.
    """

    def __init__(self, strategies: Iterable[str]) -> None:
        whole = list(dict.fromkeys(strategies))
        self._short = {name: name for name in whole if len(name) <= _LONGEST}
        bases = {name: _base(name) for name in whole if name not in self._short}
        taken = [*self._short, *bases.values()]
        numbers: dict[str, int] = {}
        for name, base in bases.items():
            if taken.count(base) > 1:
                numbers[base] = numbers.get(base, 0) + 1
                base = f"{base} {numbers[base]}"
            self._short[name] = base

    def __getitem__(self, strategy: str) -> str:
        """Return what a strategy is called in tables."""
        return self._short[strategy]

    def tell(self, console: "Console") -> None:
        """Print what the short names stand for, a line each; nothing where all names are whole."""
        for name, short in self._short.items():
            if short != name:
                console.print(f"{short}: {name}", soft_wrap=True)


def _base(name: str) -> str:
    """Return the bare name: no file, no numbers, and no more of it than fits."""
    bare = name.partition("(")[0].rpartition(":")[2] or name
    return bare if len(bare) <= _LONGEST else f"{bare[: _LONGEST - 3]}..."
