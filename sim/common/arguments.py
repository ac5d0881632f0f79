"""Arguments of the Python functions, checked at the door: the wrong type is told as plainly as the wrong value.

Each check passes or raises an `ArgumentError` that names the argument, the value and what may be given.
"""

from collections.abc import Iterable, Mapping
from operator import index
from pathlib import Path
from typing import NoReturn

from meldlab.sim.common.errors import ArgumentError

_LONGEST_SHOWN = 40


def whole(name: str, value: object) -> int | None:
    """Return a whole number (numpy's too, no boolean) as an int, and None as None."""
    if value is None or type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__") or getattr(value, "ndim", 0) != 0:
        refuse(name, value, "a whole number, such as 2 or 1_000_000")
    return index(value)


def check_number(name: str, value: object) -> None:
    """Pass for a number (no boolean) or None."""
    if value is not None and (isinstance(value, (bool, str, bytes)) or not hasattr(value, "__float__")):
        refuse(name, value, "a number")


def check_text(name: str, value: object, *, allowed: str = "text") -> None:
    """Pass for text or None."""
    if value is not None and not isinstance(value, str):
        refuse(name, value, allowed)


def check_flag(name: str, value: object) -> None:
    """Pass for True and False."""
    if not isinstance(value, bool):
        refuse(name, value, "True or False")


def check_path(name: str, value: object) -> None:
    """Pass for text, a path or None."""
    if value is not None and not isinstance(value, (str, Path)):
        refuse(name, value, "a path, or text")


def check_texts(name: str, value: object) -> None:
    """Pass for a list or tuple of texts."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(entry, str) for entry in value):
        refuse(name, value, 'a list of texts, such as ["natural_run >= 3"]')


def check_melds(name: str, value: object) -> None:
    """Pass for melds that can be gone through one by one, each of them text, or None; they are read elsewhere."""
    if value is not None and (isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable)):
        refuse(name, value, 'a list of melds as text, such as ["1:E:5H JK 7H 8H"]')


def check_overrides(name: str, value: object) -> None:
    """Pass for a mapping from dotted keys to values, or None."""
    if value is not None and not (isinstance(value, Mapping) and all(isinstance(key, str) for key in value)):
        refuse(name, value, 'a mapping of rules, such as {"run.ace": "high"}')


def check_hand(name: str, value: object) -> None:
    """Pass for text and for anything that can be gone through card by card; the cards are read elsewhere."""
    readable = isinstance(value, Iterable) and not isinstance(value, (bytes, Mapping))
    if not readable or getattr(value, "ndim", 1) != 1:
        refuse(name, value, "text, or a row of cards (text or numbers 0..52)")


def check_hands(name: str, value: object) -> None:
    """Pass for anything that can be gone through hand by hand."""
    readable = isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))
    if not readable or getattr(value, "ndim", 2) != 2:
        refuse(name, value, "a list of hands, or an array of card numbers 0..52 of shape (hands, cards)")


def plain(value: object) -> object:
    """Return a number of numpy as the number of Python that it is (``np.uint8(60)`` as 60), all else as it is."""
    is_number = hasattr(value, "__array__") and getattr(value, "ndim", None) == 0 and hasattr(value, "item")
    return value.item() if is_number else value  # type: ignore[attr-defined]


def refuse(name: str, value: object, allowed: str) -> NoReturn:
    """Raise the error about one argument."""
    text = repr(plain(value))
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
    raise ArgumentError(f"{' '.join(shown.split())} is not allowed", where=name, allowed=allowed)
