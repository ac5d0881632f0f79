"""Deals the reference tables again: ``python results/make.py`` (see results/README.md).

One table for each Indian ruleset and pack.  What is counted goes into a JSON file; the Markdown and the CSV beside
it are written from that file alone (`render`), so they cannot disagree.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl
import render

from meldlab import iter_simulate, load_ruleset
from meldlab.sim.simulation import Simulation

RULESETS = ("indian-rummy", "indian-rummy-points", "indian-rummy-strict")
FEATURES = (
    "wilds >= 1",
    "natural_run >= 3",
    "natural_run >= 4",
    "natural_run >= 5",
    "natural_set >= 3",
    "has_pure",
    "has_lives",
    "points <= 10",
    "points == 0",
    "can_declare",
)
#: The deals that the tests deal again and compare count by count.
BEGINNING = 2**16
FOLDER = Path(__file__).resolve().parent


def packs(name: str) -> list[int]:
    """Return the numbers of decks that a ruleset is played with."""
    ruleset = load_ruleset(name)
    return sorted({ruleset.decks_for(players=players) for players in ruleset.deal.players})


def tables() -> Iterator[tuple[str, int]]:
    """Yield (ruleset, decks) of every table."""
    for name in RULESETS:
        yield from ((name, decks) for decks in packs(name))


def table_path(name: str, decks: int, *, folder: Path = FOLDER) -> Path:
    """Return where a table is kept, without the suffix of its three files."""
    return folder / name / render.pack_name(decks).replace(" ", "-")


def simulate(name: str, decks: int, *, deals: int, seed: int, runs: Path | None = None) -> Simulation:
    """Return the first `deals` deals of `seed`; with `runs`, continue what that folder holds."""
    out = None if runs is None else runs / f"{name}-{decks}"
    command = f"meldlab simulate -g {name} --decks {decks} -n {deals} --seed {seed}"
    result = None
    for progress in iter_simulate(
        name, deals=deals, seed=seed, decks=decks, features=FEATURES, out=out, command=command
    ):
        result = progress.result
    if result is None or result.deals != deals:
        raise SystemExit(f"{name}, {decks} decks: stopped before {deals} deals; the same command goes on")
    return result


def outcome_counts(result: Simulation) -> dict[str, dict[str, int]]:
    """Return for each outcome how many deals had each of its values."""
    return {
        column.name: {str(value): count for value, count in result.tally.marginal(column.name).iter_rows()}
        for column in result.task.columns
    }


def joint_digest(result: Simulation, columns: Sequence[str]) -> str:
    """Return the SHA-256 of the counts of all combinations of `columns`, as sorted CSV.

    Later versions may count more outcomes; the digest of the old ones stays.
    """
    frame = result.to_polars().group_by(columns).agg(pl.col("count").sum()).sort(columns)
    return sha256(frame.select(*columns, "count").write_csv().encode()).hexdigest()


def beginning(name: str, decks: int, *, deals: int, seed: int) -> dict[str, Any]:
    """Return the counts of the first deals of a table."""
    result = simulate(name, decks, deals=min(deals, BEGINNING), seed=seed)
    columns = [column.name for column in result.task.columns]
    return {
        "deals": result.deals,
        "columns": columns,
        "joint_sha256": joint_digest(result, columns),
        "outcomes": outcome_counts(result),
    }


def document(result: Simulation, first: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of one table: where it comes from, and exact counts."""
    ruleset = load_ruleset(result.task.game)
    answer = result.to_dict()
    points = pl.col("points").cast(pl.Int64) * pl.col("count")
    by_wilds = (
        result.to_polars()
        .group_by("wilds")
        .agg(
            pl.col("count").sum().alias("deals"),
            points.sum().alias("points"),
            *(pl.col("count").filter(pl.col(flag) == 1).sum().alias(flag) for flag in ("has_lives", "can_declare")),
        )
    )
    return {
        "ruleset": ruleset.name,
        "about": ruleset.about,
        "decks": result.task.decks,
        "printed_jokers": result.task.decks * ruleset.pack.printed_jokers,
        "cards": ruleset.cards_dealt(),
        "command": result.provenance["command"],
        "deals": result.deals,
        "seed": result.seed,
        "version": answer["version"],
        "kernel_version": result.task.kernel_version,
        "rules_sha256": ruleset.sha256,
        "tally_sha256": answer["tally_sha256"],
        "features": answer["features"],
        "score": answer["score"],
        "outcomes": outcome_counts(result),
        "by_wilds": by_wilds.sort("wilds").to_dicts(),
        "beginning": first,
    }


def write(path: Path, table: dict[str, Any]) -> None:
    """Write the three files of a table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".json").write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(render.markdown(table), encoding="utf-8")
    path.with_suffix(".csv").write_text(render.csv(table), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Make every table, one after the other."""
    parser = argparse.ArgumentParser(description="Deal the reference tables again.")
    parser.add_argument("--deals", type=int, default=100_000_000, help="deals of each table (100000000)")
    parser.add_argument("--seed", type=int, default=1, help="root of all randomness (1)")
    parser.add_argument("--runs", type=Path, help="keep finished chunks in this folder; the same command resumes")
    parser.add_argument("--to", type=Path, default=FOLDER, help="where the tables go (this folder)")
    options = parser.parse_args(arguments)
    made = []
    for name, decks in tables():
        first = beginning(name, decks, deals=options.deals, seed=options.seed)
        result = simulate(name, decks, deals=options.deals, seed=options.seed, runs=options.runs)
        made.append(document(result, first))
        write(table_path(name, decks, folder=options.to), made[-1])
        sys.stderr.write(f"{name}, {render.pack_name(decks)}: {result.deals:,} deals\n")
    (options.to / "overview.md").write_text(render.overview(made), encoding="utf-8")


if __name__ == "__main__":
    main()
