"""The colours of a report, each by day and by night: charts are drawn in those of the day, the page turns them over."""

from typing import NamedTuple


class Colour(NamedTuple):
    """A colour on a light page and on a dark one."""

    day: str
    night: str


PAPER = Colour("#fdfcf9", "#16181a")
INK = Colour("#1d1c1a", "#e9e6df")
FAINT = Colour("#64605a", "#a7a299")
LINE = Colour("#dcd8cf", "#3a3d40")
PANEL = Colour("#f4f1ea", "#1f2225")

#: One a run, strategy or player; told apart by people who see fewer colours, too (Okabe and Ito's, darkened).
SERIES = (
    Colour("#0b6e8f", "#58b9dc"),
    Colour("#b3501b", "#ef9a64"),
    Colour("#5c6d12", "#b5c95a"),
    Colour("#8a3f7e", "#d990cc"),
    Colour("#8a6d00", "#e0c04c"),
    Colour("#3f4fa0", "#98a6ee"),
    Colour("#1f7a4d", "#6acb9b"),
    Colour("#a02c3d", "#f08a97"),
)

_NAMED = {"paper": PAPER, "ink": INK, "faint": FAINT, "line": LINE, "panel": PANEL, "accent": SERIES[0]}
_DRAWN = (PAPER, INK, FAINT, LINE, PANEL, *SERIES)


def variables(*, night: bool) -> str:
    """Return the colours as CSS variables."""
    return "".join(f"--{name}:{colour.night if night else colour.day};" for name, colour in _NAMED.items())


def night_of_charts() -> str:
    """Return the CSS rules that give charts drawn for a light page their colours on a dark one."""
    rules = []
    for colour in _DRAWN:
        rules += [f'svg [{kind}="{colour.day}"]{{{kind}:{colour.night}}}' for kind in ("fill", "stroke")]
    return "".join(rules)
