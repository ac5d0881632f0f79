"""HTML put together so that text can never become markup: only what is made here is `Markup`, all else is escaped."""

import re
from collections.abc import Iterable, Sequence
from html import escape

#: What HTML does not allow, and what would turn the reading direction of a page around.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_EMPTY = ("meta", "link", "br", "col")


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def plain(text: str) -> str:
    """Return text without control characters, which may come from anybody's run."""
    return _FORBIDDEN.sub("\ufffd", text)


def safe(text: str) -> Markup:
    """Return text as HTML that shows it as it is."""
    return text if isinstance(text, Markup) else Markup(escape(plain(text)))


def tag(name: str, /, *children: str, **attributes: str | None) -> Markup:
    """Return an element; `class_` is the attribute ``class``, ``_`` in other names ``-``, None leaves one out."""
    shown = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{safe(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _EMPTY:
        return Markup(f"<{name}{shown}>")
    return Markup(f"<{name}{shown}>{joined(children)}</{name}>")


def joined(parts: Iterable[str]) -> Markup:
    """Return the parts one after the other."""
    return Markup("".join(safe(part) for part in parts))


def number(value: float | None, shown: str) -> Markup:
    """Return a figure as it is shown, with its exact value beside it for programs (``<data>``)."""
    return tag("data", shown, value=None if value is None else repr(value))


def table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1, label: str = "", name: str | None = None
) -> Markup:
    """Return a table that scrolls by itself where the screen is narrower.

    Parameters
    ----------
    headings
    rows
        As many cells each as there are headings.
    words
        How many columns from the left are words; the others are figures, to the right.
    label
        What it is a table of, for those who do not see it.
    name
        For programs: its ``data-table``.
    """

    def cells(row: Sequence[str], kind: str) -> Markup:
        made = []
        for place, cell in enumerate(row):
            scope = "col" if kind == "th" else None
            element = kind
            if kind == "td" and place == 0:
                element, scope = "th", "row"
            made.append(tag(element, cell, class_=None if place < words else "figure", scope=scope))
        return tag("tr", *made)

    head = tag("thead", cells(headings, "th"))
    body = tag("tbody", *(cells(row, "td") for row in rows))
    inside = tag("table", head, body, data_table=name)
    return tag("div", inside, class_="scroll", tabindex="0", role="region", aria_label=label or None)
