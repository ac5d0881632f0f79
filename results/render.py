"""Reference tables as people and spreadsheets read them, from the JSON document of a table and nothing else."""

from collections.abc import Iterable, Sequence
from math import floor, log10
from typing import Any

from books import BOOKS, Book

from meldlab.sim.common.intervals import Proportion, proportion

Table = dict[str, Any]


def pack_name(decks: int) -> str:
    """Return ``1 deck``, ``2 decks``, ..."""
    return f"{decks} deck{'s' if decks > 1 else ''}"


def csv(table: Table) -> str:
    """Return every value of every outcome with its count, share and 95 % interval."""
    lines = ["outcome,value,deals,probability,low,high,interval"]
    for outcome, counts in table["outcomes"].items():
        for value, count in counts.items():
            share = proportion(count, table["deals"])
            figures = ",".join(f"{figure:.9g}" for figure in (share.probability, share.low, share.high))
            lines.append(f"{outcome},{value},{count},{figures},{share.method}")
    return "\n".join(lines) + "\n"


def markdown(table: Table) -> str:
    """Return the page of a table."""
    deals, score, book = table["deals"], table["score"], BOOKS[table["objective"]]
    sections = [
        f"# {table['ruleset']}, {label(table)}",
        table["about"],
        _grid(("what", "how"), "ll", _origin(table)),
        "## How often",
        _grid(
            ("feature", "meaning", "deals", "probability", "95 % interval", "one in"),
            "llrrrr",
            (
                _feature_row(text, book.features[text], proportion(each["hits"], deals))
                for text, each in table["features"].items()
            ),
        ),
        *_zero_points(table["features"]),
        f"## {book.score}",
        f"Mean {score['mean']:.4f} (95 %: {score['ci95'][0]:.4f} to {score['ci95'][1]:.4f}), "
        f"standard deviation {score['sd']:.3f}, from {score['min']} to {score['max']}.",
        _grid(
            ("share of hands at or below", *(f"{100 * float(share):g} %" for share in score["quantiles"])),
            "l" + "r" * len(score["quantiles"]),
            [(_words(score["name"]), *map(str, score["quantiles"].values()))],
        ),
        f"## By {book.by_words} in the hand",
        _grid(
            (book.by_words, "deals", "share of hands", f"mean {_words(score['name'])}", *book.flags.values()),
            "r" * (4 + len(book.flags)),
            (_part_row(row, deals, book) for row in table["parts"]),
        ),
    ]
    for outcome, headline in book.one_by_one.items():
        sections += [
            f"## {headline}",
            _grid(
                (_words(outcome), "deals", "probability", "95 % interval", "at or below"),
                "rrrrr",
                _value_rows(table["outcomes"][outcome], deals),
            ),
        ]
    return "\n\n".join(sections) + "\n"


def label(table: Table) -> str:
    """Return what sets a table apart from the others of its ruleset: the pack, or the contract and the cards."""
    if table["contract"] is None:
        return pack_name(table["decks"])
    dealt = f"{table['contract']}, {table['cards'] - table['drawn']} cards dealt"
    return f"{dealt} and one drawn" if table["drawn"] else dealt


def overview(tables: Sequence[Table]) -> str:
    """Return the page that puts all tables side by side, game by game."""
    sections = ["# Hands as dealt"]
    for objective, book in BOOKS.items():
        mine = [table for table in tables if table["objective"] == objective]
        if mine:
            head = (
                *("rules", "hands", "pack", "deals", f"mean {_words(mine[0]['score']['name'])}"),
                *(f"`{text}`" for text in book.overview),
            )
            rows = (_overview_row(table, book) for table in mine)
            titles = dict.fromkeys(table["game"] for table in mine)
            sections += [f"## {', '.join(titles)}", book.about, _grid(head, "lllr" + "r" * (len(head) - 4), rows)]
    return "\n\n".join(sections) + "\n"


def _overview_row(table: Table, book: Book) -> tuple[str, ...]:
    mean = table["score"]
    shares = [proportion(table["features"][text]["hits"], table["deals"]) for text in book.overview]
    return (
        table["ruleset"],
        f"[{label(table)}]({table['file']}.md)",
        f"{_pack_cards(table)} cards",
        f"{table['deals']:,}",
        f"{mean['mean']:.4f} ± {mean['ci95'][1] - mean['mean']:.4f}",
        *(f"{_digits(share, share.probability)} ± {_digits(share, share.half_width)}" for share in shares),
    )


def _origin(table: Table) -> list[tuple[str, str]]:
    jokers = table["printed_jokers"]
    return [
        ("deals", f"{table['deals']:,} hands of {table['cards']} cards"),
        (
            "pack",
            f"{_pack_cards(table)} cards, {jokers} of them printed jokers"
            + ("; one card is cut and out of play" if table["cut"] else ""),
        ),
        ("seed", f"{table['seed']}"),
        ("command", f"`{table['command']}`"),
        ("version", f"meldlab {table['version']}, kernels `{table['kernel_version']}`"),
        ("rules", f"`{table['rules_sha256']}`"),
        ("counts", f"`{table['tally_sha256']}`"),
    ]


def _pack_cards(table: Table) -> int:
    return int(52 * table["decks"] + table["printed_jokers"])


def _words(name: str) -> str:
    """Return the name of an outcome as a heading."""
    return name.replace("min_", "least ").replace("_", " ")


def _feature_row(text: str, meaning: str, share: Proportion) -> tuple[str, ...]:
    one_in = share.trials / share.hits if share.hits else None
    rounded = "" if one_in is None else f"{one_in:.3g}" if one_in < 100 else f"{one_in:,.0f}"
    return (
        f"`{text}`",
        meaning,
        f"{share.hits:,}",
        _digits(share, share.probability) if share.hits else f"at most {share.high:.2g}",
        _interval(share) if share.hits else "",
        rounded,
    )


def _zero_points(features: Table) -> Iterable[str]:
    """Yield how zero points and a declaration differ, in a game that knows both."""
    if "can_declare" not in features:
        return
    zero, declared = (features[feature]["hits"] for feature in ("points == 0", "can_declare"))
    if zero == declared:
        yield f"All {zero:,} hands with 0 points can be declared."
    else:
        yield (
            f"Of {zero:,} hands with 0 points {declared:,} can be declared: "
            "a loose wild costs nothing, but a declaration leaves no card over."
        )


def _part_row(row: dict[str, int], deals: int, book: Book) -> tuple[str, ...]:
    whole = proportion(row["deals"], deals)
    return (
        str(row[book.by]),
        f"{row['deals']:,}",
        _digits(whole, whole.probability),
        f"{row['score'] / row['deals']:.2f}",
        *(_interval(proportion(row[flag], row["deals"])) for flag in book.flags),
    )


def _value_rows(counts: dict[str, int], deals: int) -> Iterable[tuple[str, ...]]:
    reached = 0
    for value, count in counts.items():
        reached += count
        share = proportion(count, deals)
        whole = proportion(reached, deals)
        yield (
            value,
            f"{count:,}",
            _digits(share, share.probability),
            _interval(share),
            _digits(whole, whole.probability),
        )


def _interval(share: Proportion) -> str:
    return f"{_digits(share, share.low)} to {_digits(share, share.high)}"


def _digits(share: Proportion, figure: float | None) -> str:
    """Return `figure` with as many decimals as show two digits of the half-width."""
    decimals = min(12, 1 - floor(log10(share.half_width)))
    return f"{figure:.{decimals}f}"


def _grid(head: Sequence[str], sides: str, rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---:" if side == "r" else "---" for side in sides], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
