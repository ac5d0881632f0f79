"""Counts the exact odds of every game again: ``python results/odds.py`` (see results/README.md).

Each game has a sheet, as Markdown and as CSV with the same rows: its special melds and the usual questions.
"""

import argparse
import csv
import io
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import meldlab

FOLDER = Path(__file__).resolve().parent / "odds"
COLUMNS = ("hand", "query", "fraction", "decimal", "one in", "command")


@dataclass(frozen=True)
class Part:
    """Questions about one kind of hand.

    Attributes
    ----------
    hand : str
        What is dealt, for people.
    queries : tuple of str
    options : dict
        Arguments of `meldlab.odds`.
    """

    hand: str
    queries: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)


def _each(feature: str, signs: str, numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"{feature} {signs} {number}" for number in numbers)


_PINACLE_SPECIALS = (
    *("pinaculo", "aces8", "aces7", "aces6", "aces6w", "figures8", "figures7", "figures6", "figures6w"),
    *("full_clean", "full_semi1", "full_semi2", "full_dirty"),
)
_PINACLE_USUAL = (
    "has_meld",
    "natural_set >= 3 or natural_run >= 3",
    *_each("natural_set", ">=", range(3, 9)),
    *_each("natural_run", ">=", range(3, 11)),
    *_each("naturals(A)", ">=", range(1, 9)),
    *_each("wilds", "==", range(8)),
    *_each("most_in_suit", ">=", range(5, 10)),
    *_each("ranks_in_suit", ">=", range(5, 9)),
)
_INDIAN = (
    *("pure_sequence", "trio", "pure_sequence and trio", "not pure_sequence and not trio", "identical_three"),
    *_each("natural_run", ">=", range(3, 9)),
    *_each("wilds", "==", range(7)),
    *_each("jokers", "==", range(3)),
)
_GIN = (*("gin", "can_knock"), *_each("deadwood", "<=", (5, 20, 30, 40, 50, 60)))
_GIN_SHAPES = (
    *_each("natural_run", ">=", range(3, 9)),
    *_each("natural_set", "==", (3, 4)),
    "natural_run >= 3 or natural_set >= 3",
    *_each("most_in_suit", ">=", range(4, 9)),
)


def _indian() -> Iterator[Part]:
    for decks in (1, 2, 3):
        packs = "1 deck" if decks == 1 else f"{decks} decks"
        yield Part(f"13 cards of {packs}, one card cut", _INDIAN, {"decks": decks})


def _continental() -> Iterator[Part]:
    for contract in ("TT", "EE", "TTT", "EEE"):
        dealt = meldlab.load_ruleset("continental").cards_dealt(contract)
        for cards in (dealt, dealt + 1):
            sets = contract.count("E") == 0
            more = ("can_close", *_each("distance", "==", range(5))) if sets else ()
            queries = ("can_go_down", *more, *_each("jokers", "==", range(4)), "trio_of_jokers")
            yield Part(f"{contract}: {cards} cards of 2 decks", queries, {"contract": contract, "cards": cards})


SHEETS: dict[str, tuple[Part, ...]] = {
    "pinacle": (
        Part("11 cards of 2 decks, as dealt", _PINACLE_SPECIALS[:9] + _PINACLE_USUAL),
        Part("16 cards, after five draws", _PINACLE_SPECIALS, {"cards": 16}),
        Part("23 cards", _PINACLE_SPECIALS, {"cards": 23}),
    ),
    "indian-rummy": tuple(_indian()),
    "continental": tuple(_continental()),
    "gin": (Part("10 cards of 1 deck", _GIN + _GIN_SHAPES),),
}


def row(game: str, part: Part, query: str) -> tuple[str, ...]:
    """Return one line of a sheet, counted."""
    share = meldlab.odds(query, game, method="exact", **part.options).fraction
    if share is None:
        raise AssertionError("an exact answer is a fraction")
    options = [word for name, value in part.options.items() for word in (f"--{name}", str(value))]
    command = shlex.join(["meldlab", "odds", query, "-g", game, *options])
    return part.hand, query, str(share), _decimal(share), _one_in(share), command


def rows(game: str) -> Iterator[tuple[str, ...]]:
    """Yield the lines of a game's sheet."""
    for part in SHEETS[game]:
        for query in part.queries:
            yield row(game, part, query)


def as_csv(lines: Sequence[Sequence[str]]) -> str:
    """Return the sheet as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(lines)
    return text.getvalue()


def as_markdown(game: str, lines: Sequence[Sequence[str]]) -> str:
    """Return the sheet as a page."""
    rules = meldlab.load_ruleset(game)
    sections = [
        f"# Odds: {game}",
        f"Every figure is exact: counted over all hands, none sampled. Rules `{rules.sha256}`. "
        f"Each line is `meldlab odds QUERY -g {game}` with the options of its hand; the CSV beside this page has the "
        "command of every line.",
    ]
    for part in SHEETS[game]:
        body = [line[1:5] for line in lines if line[0] == part.hand]
        grid = [("query", "probability", "one in", "fraction"), ("---", "---:", "---:", "---")]
        grid += [(f"`{query}`", decimal, one_in, fraction) for query, fraction, decimal, one_in in body]
        sections += [f"## {part.hand}", "\n".join(f"| {' | '.join(cells)} |" for cells in grid)]
    return "\n\n".join(sections) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, and write the sheets."""
    parser = argparse.ArgumentParser(description="Count the exact odds of every game again.")
    parser.add_argument("--to", type=Path, default=FOLDER, help="where the sheets go (results/odds)")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"only these ({', '.join(SHEETS)})")
    options = parser.parse_args(arguments)
    options.to.mkdir(parents=True, exist_ok=True)
    for game in options.games or SHEETS:
        lines = list(rows(game))
        (options.to / f"{game}.csv").write_text(as_csv(lines), encoding="utf-8")
        (options.to / f"{game}.md").write_text(as_markdown(game, lines), encoding="utf-8")
        sys.stderr.write(f"{game}: {len(lines)} questions\n")


def _decimal(share: Fraction) -> str:
    return f"{float(share):.9g}"


def _one_in(share: Fraction) -> str:
    if not share:
        return ""
    number = float(1 / share)
    return f"{number:,.0f}" if number >= 1e4 else f"{number:.6g}"


if __name__ == "__main__":
    main()
