"""Reference tables as people and spreadsheets read them, from the JSON document of a table and nothing else."""

from collections.abc import Iterable, Sequence
from math import floor, log10
from typing import Any

from meldlab.sim.intervals import Proportion, proportion

Table = dict[str, Any]

MEANINGS = {
    "wilds >= 1": "at least one wild card",
    "natural_run >= 3": "three consecutive cards of a suit, no wild",
    "natural_run >= 4": "four of them",
    "natural_run >= 5": "five of them",
    "natural_set >= 3": "a set of three without a wild",
    "has_pure": "a pure sequence can be laid",
    "has_lives": "both lives can be laid",
    "points <= 10": "at most 10 points",
    "points == 0": "0 points",
    "can_declare": "can be declared as dealt",
}
OVERVIEW = ("wilds >= 1", "has_pure", "natural_set >= 3", "has_lives", "can_declare")


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
    deals, score = table["deals"], table["score"]
    declared, zero = (table["features"][feature]["hits"] for feature in ("can_declare", "points == 0"))
    sections = [
        f"# {table['ruleset']}, {pack_name(table['decks'])}",
        table["about"],
        _grid(("what", "how"), "ll", _origin(table)),
        "## How often",
        _grid(
            ("feature", "meaning", "deals", "probability", "95 % interval", "one in"),
            "llrrrr",
            (_feature_row(text, proportion(each["hits"], deals)) for text, each in table["features"].items()),
        ),
        _zero_points(zero, declared),
        "## Points of the best arrangement",
        f"Mean {score['mean']:.4f} (95 %: {score['ci95'][0]:.4f} to {score['ci95'][1]:.4f}), "
        f"standard deviation {score['sd']:.3f}, from {score['min']} to {score['max']}.",
        _grid(
            ("share of hands at or below", *(f"{100 * float(share):g} %" for share in score["quantiles"])),
            "l" + "r" * len(score["quantiles"]),
            [("points", *map(str, score["quantiles"].values()))],
        ),
        "## By wild cards in the hand",
        _grid(
            ("wild cards", "deals", "share of hands", "mean points", "both lives", "can be declared"),
            "rrrrrr",
            (_wilds_row(row, deals) for row in table["by_wilds"]),
        ),
        "## Points one by one",
        _grid(
            ("points", "deals", "probability", "95 % interval", "at or below"),
            "rrrrr",
            _points_rows(table["outcomes"]["points"], deals),
        ),
    ]
    return "\n\n".join(sections) + "\n"


def overview(tables: Sequence[Table]) -> str:
    """Return the page that puts all tables side by side."""
    head = ("rules", "pack", "deals", "mean points", *(f"`{text}`" for text in OVERVIEW))
    rows = []
    for table in tables:
        pack = pack_name(table["decks"])
        mean = table["score"]
        shares = [proportion(table["features"][text]["hits"], table["deals"]) for text in OVERVIEW]
        rows.append(
            (
                table["ruleset"],
                f"[{pack}, {_pack_cards(table)} cards]({table['ruleset']}/{pack.replace(' ', '-')}.md)",
                f"{table['deals']:,}",
                f"{mean['mean']:.4f} ± {mean['ci95'][1] - mean['mean']:.4f}",
                *(f"{_digits(share, share.probability)} ± {_digits(share, share.half_width)}" for share in shares),
            )
        )
    return "\n\n".join(
        [
            "# Indian rummy as dealt",
            "Each hand has 13 cards, arranged as well as possible; ± is half of a 95 % interval. "
            "Rows of one pack and seed hold the same cards, whatever the rules, so they differ by the rules alone.",
            _grid(head, "llr" + "r" * (len(head) - 3), rows) + "\n",
        ]
    )


def _origin(table: Table) -> list[tuple[str, str]]:
    jokers = table["printed_jokers"]
    return [
        ("deals", f"{table['deals']:,} hands of {table['cards']} cards"),
        ("pack", f"{_pack_cards(table)} cards, {jokers} of them printed jokers; one card is cut and out of play"),
        ("seed", f"{table['seed']}"),
        ("command", f"`{table['command']}`"),
        ("version", f"meldlab {table['version']}, kernels `{table['kernel_version']}`"),
        ("rules", f"`{table['rules_sha256']}`"),
        ("counts", f"`{table['tally_sha256']}`"),
    ]


def _pack_cards(table: Table) -> int:
    return int(52 * table["decks"] + table["printed_jokers"])


def _feature_row(text: str, share: Proportion) -> tuple[str, ...]:
    one_in = share.trials / share.hits if share.hits else None
    rounded = "" if one_in is None else f"{one_in:.3g}" if one_in < 100 else f"{one_in:,.0f}"
    return (
        f"`{text}`",
        MEANINGS[text],
        f"{share.hits:,}",
        _digits(share, share.probability),
        _interval(share),
        rounded,
    )


def _zero_points(zero: int, declared: int) -> str:
    if zero == declared:
        return f"All {zero:,} hands with 0 points can be declared."
    return (
        f"Of {zero:,} hands with 0 points {declared:,} can be declared: "
        "a loose wild costs nothing, but a declaration leaves no card over."
    )


def _wilds_row(row: dict[str, int], deals: int) -> tuple[str, ...]:
    whole = proportion(row["deals"], deals)
    lives, declared = (proportion(row[flag], row["deals"]) for flag in ("has_lives", "can_declare"))
    return (
        str(row["wilds"]),
        f"{row['deals']:,}",
        _digits(whole, whole.probability),
        f"{row['points'] / row['deals']:.2f}",
        _interval(lives),
        _interval(declared),
    )


def _points_rows(counts: dict[str, int], deals: int) -> Iterable[tuple[str, ...]]:
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
