"""Counts the exact tables again: ``python results/exact.py`` (see results/README.md).

Every hand of the pack is counted, none is sampled.  The Markdown and the CSV are written from the JSON alone.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from meldlab.sim.count.count import count_hands

FOLDER = Path(__file__).resolve().parent
RULESET = "gin"
Table = dict[str, Any]

#: Hands with at most so much deadwood have a line of their own in the page.
LIMITS = (0, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90)


def table_path(*, folder: Path = FOLDER) -> Path:
    """Return where the table is kept, without the suffix of its three files."""
    return folder / RULESET / "10-cards"


def document(**how: Any) -> Table:
    """Return the JSON of the table: exact counts and where they come from; `how` as for `count_hands`."""
    answer = count_hands(RULESET, **how).to_dict()
    del answer["seconds"]  # says something about a machine, nothing about the hands
    return {"command": f"meldlab count -g {RULESET}", **answer}


def csv(table: Table) -> str:
    """Return a row for each deadwood: hands, probability, hands with no more."""
    lines = ["deadwood,hands,probability,at_most,share_at_most"]
    for value, hands, reached in _rows(table):
        lines.append(f"{value},{hands},{hands / table['hands']:.9g},{reached},{reached / table['hands']:.9g}")
    return "\n".join(lines) + "\n"


def markdown(table: Table) -> str:
    """Return the page of the table."""
    total = table["hands"]
    below = {int(value): reached for value, _, reached in _rows(table)}
    origin = [
        ("hands", f"all {total:,} hands of {table['cards']} cards, each counted, none sampled"),
        ("pack", f"{table['pack']} cards"),
        ("command", f"`{table['command']}`"),
        ("version", f"meldlab {table['version']}, kernels `{table['kernel_version']}`"),
        ("rules", f"`{table['rules_sha256']}`"),
    ]
    few = ((str(limit), below[limit]) for limit in LIMITS)
    sections = [
        f"# {table['ruleset']}, {table['cards']} cards",
        "Least deadwood of a dealt hand, its melds laid as well as possible.",
        _grid(("what", "how"), "ll", origin),
        f"Mean {table['mean']:.6f}, standard deviation {table['sd']:.6f}, from {table['min']} to {table['max']}.",
        "## How often",
        _grid(
            ("deadwood at most", "hands", "probability", "one in"),
            "rrrr",
            [(limit, f"{hands:,}", f"{hands / total:.6g}", f"{total / hands:,.6g}") for limit, hands in few],
        ),
        "## One by one",
        _grid(
            ("deadwood", "hands", "probability", "at or below"),
            "rrrr",
            [
                (value, f"{hands:,}", f"{hands / total:.6g}", f"{reached / total:.6g}")
                for value, hands, reached in _rows(table)
            ],
        ),
    ]
    return "\n\n".join(sections) + "\n"


def write(path: Path, table: Table) -> None:
    """Write the three files of the table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".json").write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(markdown(table), encoding="utf-8")
    path.with_suffix(".csv").write_text(csv(table), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, and write the table."""
    parser = argparse.ArgumentParser(description="Count the exact tables again.")
    parser.add_argument("--to", type=Path, default=FOLDER, help="where the tables go (this folder)")
    options = parser.parse_args(arguments)
    table = document()
    write(table_path(folder=options.to), table)
    sys.stderr.write(f"{RULESET}: {table['hands']:,} hands\n")


def _rows(table: Table) -> Iterable[tuple[str, int, int]]:
    """Yield each deadwood with its hands and the hands that have no more."""
    reached = 0
    for value, hands in table["histogram"].items():
        reached += hands
        yield value, hands, reached


def _grid(head: Sequence[str], sides: str, rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---:" if side == "r" else "---" for side in sides], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    main()
