"""Logs with one hand a row, CSV or JSON Lines: rows of a deal stand together."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

import numpy as np

from meldlab.kernels.cards.cards import JOKER, KINDS
from meldlab.sim.audit.log.deal_names import DealNames
from meldlab.sim.audit.log.deals import MOST_SEATS, ReadDeal
from meldlab.sim.audit.statistics.evidence import Remarks
from meldlab.sim.common.errors import NotationError, RunError
from meldlab.sim.common.notation import format_card, parse_wild

NEEDED = ("deal", "seat", "cards")
OPTIONAL = ("wild", "upcard")

#: A row: line, deal, seat, cards, wild, upcard.
Row = tuple[int, str | int, int, str, str, str]

#: What may part the columns of a CSV file.
_DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_ACE = 0
_JOKERS = ("JK", "*")
_SEATS = {str(seat): seat for seat in range(MOST_SEATS)}
_SEATS_ALLOWED = f"whole numbers 0 to {MOST_SEATS - 1}"


def rows_of_csv(lines: Iterable[tuple[int, str]]) -> Iterator[Row]:
    """Yield the rows of a CSV file with a header, parted by comma, semicolon or tab as the header is.

    Columns of other names are passed over.

    Raises
    ------
    RunError
        The header lacks a column or has one twice, or a row cannot be read; names the line.
    """
    at = 0
    lines = iter(lines)
    first = next(lines, (1, ""))
    delimiter = _delimiter(first[1])

    def texts() -> Iterator[str]:
        nonlocal at
        for at, text in chain([first], lines):  # noqa: B007
            yield text

    reader = csv.reader(texts(), strict=True, delimiter=delimiter)
    try:
        header = next(reader, [])
        columns = _columns(header, delimiter)
        width = max(place for place in columns.values() if place is not None) + 1
        deal, seat, cards, wild, upcard = (columns[name] for name in (*NEEDED, *OPTIONAL))
        for row in reader:
            if len(row) < width:
                raise RunError(f"the row has {len(row)} columns", where=f"line {at}", allowed=f"at least {width}")
            if len(row) > len(header) and any(row[len(header) :]):
                raise RunError(
                    f"the row has {len(row)} columns, the header {len(header)}",
                    where=f"line {at}",
                    remedy=f"Put text that holds {_DELIMITERS[delimiter]} in double quotes",
                )
            yield (
                at,
                row[deal],  # type: ignore[index]
                seat_of(row[seat], at),  # type: ignore[index]
                row[cards],  # type: ignore[index]
                "" if wild is None else row[wild],
                "" if upcard is None else row[upcard],
            )
    except csv.Error as error:
        raise RunError(str(error), where=f"line {at}", allowed="comma-separated values") from error


def _delimiter(header: str) -> str:
    """Return what parts the columns of a header: the first delimiter that shows all columns needed, else a comma."""
    for delimiter in _DELIMITERS:
        names = {name.strip(' "').lower() for name in header.strip().split(delimiter)}
        if names.issuperset(NEEDED):
            return delimiter
    return ","


def _columns(header: list[str], delimiter: str) -> dict[str, int | None]:
    names = [name.strip().lower() for name in header]
    for name in (*NEEDED, *OPTIONAL):
        if names.count(name) > 1:
            raise RunError(
                f"there are {names.count(name)} columns {name}", where="line 1", allowed="one column of each name"
            )
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise RunError(
            f"there is no column {', '.join(missing)} (read, parted by {_DELIMITERS[delimiter]}: {_shown(names)})",
            where="line 1",
            allowed=f"a header with {', '.join(NEEDED)} and, if known, {' and '.join(OPTIONAL)}, parted by "
            f"{', '.join(_DELIMITERS.values())}; or JSON Lines",
        )
    return {name: names.index(name) if name in names else None for name in (*NEEDED, *OPTIONAL)}


def row_of_object(line: int, value: Mapping[str, Any]) -> Row:
    """Return a row given as a JSON object; raises RunError."""
    missing = [name for name in NEEDED if name not in value]
    if missing:
        raise RunError(
            f"the field {missing[0]} is missing",
            where=f"line {line}",
            allowed=", ".join(NEEDED),
            remedy=_spelt(missing[0], value),
        )
    deal = value["deal"]
    if isinstance(deal, str):
        deal = str(deal)
    elif isinstance(deal, (int, np.integer)) and not isinstance(deal, bool):
        deal = int(deal)
    else:
        raise RunError(f"{_shown(deal)} names no deal", where=f"line {line}, deal", allowed="a number or text")
    texts = [_text(value.get(name), line, name) for name in OPTIONAL]
    return (line, deal, seat_of(value["seat"], line), cards_text(value["cards"], line, "cards"), texts[0], texts[1])


def _spelt(name: str, value: Mapping[str, Any]) -> str | None:
    """Return what to do about a field whose name stands there in other letters."""
    for other in value:
        if isinstance(other, str) and other.strip().lower() == name:
            return f"Write {name}, not {_shown(other)}"
    return None


def deals_of_rows(rows: Iterable[Row], remarks: Remarks) -> Iterator[ReadDeal]:
    """Yield the deals: rows of equal `deal` that follow each other.

    Raises
    ------
    RunError
        Rows do not fit together, or a deal comes back after others; names the line.
    """
    wilds: dict[str, tuple[int, int | None]] = {}
    names = DealNames()
    for name, group in groupby(rows, key=itemgetter(1)):
        hands: dict[int, str] = {}
        first, wild, upcard = 0, "", ""
        for line, _, seat, cards, wild_here, upcard_here in group:
            if not hands:
                first = line
                if names.is_full:
                    remarks.add(f"Whether a deal comes back later was seen of the first {names.number:,} deals only.")
                if not names.is_new(name):
                    raise RunError(
                        f"deal {_shown(name)} comes back after other deals",
                        where=f"line {line}",
                        allowed="all rows of a deal together, and a name of its own for each deal",
                        remedy="Sort the rows by deal",
                    )
            if seat in hands:
                raise RunError(f"seat {seat} has a second hand in deal {_shown(name)}", where=f"line {line}")
            hands[seat] = cards
            wild = _same("wild", wild, wild_here.strip(), line)
            upcard = _same("upcard", upcard, upcard_here.strip(), line)
        yield _deal(first, hands, wild, upcard, wilds)


def _deal(
    line: int, hands: Mapping[int, str], wild: str, upcard: str, wilds: dict[str, tuple[int, int | None]]
) -> ReadDeal:
    rank, card = wild_of(wild, line, wilds) if wild else (None, None)
    return ReadDeal(line, tuple(hands.items()), upcard, None, card, rank)


def wild_of(wild: str, line: int, known: dict[str, tuple[int, int | None]]) -> tuple[int, int | None]:
    """Return rank and, where it is told, card of the cut; `known` keeps what was read before.

    A printed joker that was cut makes the aces wild; where the rules have it put back, the audit finds it.
    """
    if wild not in known:
        try:
            found = (_ACE, JOKER) if wild.upper() in _JOKERS else parse_wild(wild)
        except NotationError as error:
            raise RunError(error.what, where=f"line {line}, {error.where}", allowed=error.allowed) from error
        if len(known) < 1000:
            known[wild] = found
        return found
    return known[wild]


def _same(name: str, before: str, here: str, line: int) -> str:
    """Return what rows of one deal say together: what one of them says."""
    if before and here and before != here:
        raise RunError(f"{_shown(here)}, but {_shown(before)} in a row before of the same deal", where=f"line {line}")
    return before or here


def seat_of(value: object, line: int) -> int:
    """Return a seat; raises RunError."""
    seat = _SEATS.get(value.strip()) if isinstance(value, str) else value
    if not isinstance(seat, (int, np.integer)) or isinstance(seat, bool) or not 0 <= seat < MOST_SEATS:
        raise RunError(f"{_shown(value)} is no seat", where=f"line {line}, seat", allowed=_SEATS_ALLOWED)
    return int(seat)


def cards_text(value: object, line: int, name: str) -> str:
    """Return cards as one text, from text, a list of texts or an array (texts or card numbers); raises RunError."""
    if isinstance(value, np.ndarray) and value.ndim == 1:
        if value.dtype.kind in "iu" and ((value >= 0) & (value < KINDS)).all():
            value = [format_card(card) for card in value.tolist()]
        else:
            value = value.tolist()
    if isinstance(value, str):
        text = value
    elif isinstance(value, (list, tuple)) and all(isinstance(card, str) for card in value):
        text = " ".join(value)
    else:
        raise RunError(
            f"{_shown(value)} are no cards",
            where=f"line {line}, {name}",
            allowed='text, or a list such as ["5H", "JK"]',
        )
    return text.replace("\n", " ")


def _text(value: object, line: int, name: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise RunError(f"{_shown(value)} is no text", where=f"line {line}, {name}", allowed='text such as "7" or "7H"')
    return str(value)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
