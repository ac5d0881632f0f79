"""The JSON of any answer as plain cells, for formats without nesting: cards, melds and moves as one would note them.

Yes and no are words in text formats and booleans in Parquet.  A meld is ``8S JK=9S TS JS (run)``, melds are parted by
``;``, whole arrangements by ``//``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from meldlab.cli.options.options import Format
from meldlab.cli.terminal.counted import counted

_SENTENCES = "reasons"
_SPECIALS = "specials"
_NESTED = "after_best_discard"  # an advice within the advice


def cells_of(document: Mapping[str, object], format: Format) -> dict[str, object]:
    """Return the fields of a document, each as one cell."""
    return {name: _cell(name, value, format) for name, value in document.items()}


def _cell(name: str, value: object, format: Format) -> object:
    if isinstance(value, bool):
        return value if format is Format.PARQUET else _word(value)
    if name == _NESTED and isinstance(value, Mapping):
        return "; ".join(f"{key} {_cell(key, each, format)}" for key, each in value.items())
    if isinstance(value, Mapping):
        words = _special if name == _SPECIALS else _words
        return ", ".join(f"{key} {words(each)}" for key, each in value.items())
    if not isinstance(value, Sequence) or isinstance(value, str):
        return value
    if all(isinstance(each, str) for each in value):
        return " ".join(value)
    parts = [each if isinstance(each, str) else _object(each) for each in value]
    return (" // " if name == "arrangements" else " " if name == _SENTENCES else "; ").join(parts)


def _object(value: Mapping[str, Any]) -> str:
    """Return a meld, an arrangement, a move or a discard in words."""
    if "act" in value:
        return _move(value)
    if "melds" in value:
        left = value.get("left") or value.get("loose") or ()
        rest = [f"left {' '.join(left)}"] if left else []
        return "; ".join([*map(_object, value["melds"]), *rest])
    if "cards" in value:
        return _meld(value)
    card, *figures = (_words(each) if name != "reason" else f"({each})" for name, each in value.items())
    return " ".join([card, *figures])


def _meld(meld: Mapping[str, Any]) -> str:
    places = meld.get("as") or meld["cards"]
    cells = (card if card == place else f"{card}={place}" for card, place in zip(meld["cards"], places, strict=True))
    what = str(meld["kind"]).replace("-", " ")
    if meld.get("class") not in (None, "plain", meld["kind"]):
        what += f", {meld['class']}"
    if "value" in meld:
        what += f" {meld['value']}"
    return f"{' '.join(cells)} ({what})"


def _move(move: Mapping[str, Any]) -> str:
    act = str(move["act"])
    if act == "down":
        return f"down {', '.join(map(_meld, move['melds']))}"
    there = f" to {move['to'] or 'the hand'}" if "to" in move else ""
    end = f" {move['end']} end" if move.get("end") else ""
    card = f"{move['card']} " if "card" in move else ""
    return f"{act} {card}{'on' if act == 'layoff' else 'at'} {move['meld']}{there}{end}"


def _special(special: Mapping[str, Any]) -> str:
    """Return the advice on a special in words: ``held``, or ``1 (3 outs, 3.1 %)``, or ``-``: it cannot be made."""
    if not special["distance"]:
        return "-" if special["distance"] is None else "held"
    outs = int(special["out_copies"])
    return f"{special['distance']} ({counted(outs, 'out')}, {special['hit_next']:.1%})"


def _words(value: object) -> str:
    if isinstance(value, bool):
        return _word(value)
    if value is None:
        return "-"
    if isinstance(value, Mapping):
        return " ".join(map(_words, value.values()))
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _word(value: bool) -> str:
    return "yes" if value else "no"
