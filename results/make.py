"""Deals the reference tables again: ``python results/make.py`` (see results/README.md).

One table for each Indian ruleset and pack, for each contract of Continental as dealt and with a card drawn, and for
Pinacle.  What is counted goes into a JSON file; the Markdown and the CSV beside
it are written from that file alone (`render`), so they cannot disagree.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import render
from books import BOOKS

from meldlab import iter_simulate, load_ruleset
from meldlab.sim.rules import Ruleset
from meldlab.sim.simulate.simulation import Simulation

INDIAN = ("indian-rummy", "indian-rummy-points", "indian-rummy-strict")
GAMES = {"declare": "Indian rummy", "contract": "Continental", "value": "Pinacle"}
#: The deals that the tests deal again and compare count by count.
BEGINNING = 2**16
FOLDER = Path(__file__).resolve().parent


class Subject(NamedTuple):
    """What one table is about: the hands of a ruleset and pack; of a contract those dealt, or with one card drawn."""

    name: str
    decks: int
    contract: str | None = None
    drawn: int = 0

    @property
    def file(self) -> str:
        """Where the table is kept under results/, without the suffix of its three files."""
        if self.contract is None:
            return f"{self.name}/{render.pack_name(self.decks).replace(' ', '-')}"
        return f"{self.name}/{self.contract}{'-drawn' * self.drawn}"

    @property
    def changes(self) -> dict[str, object]:
        """What differs from the preset."""
        return {"deal.extra": load_ruleset(self.name).deal.extra + self.drawn} if self.drawn else {}

    @property
    def ruleset(self) -> Ruleset:
        """The rules by which the hands are dealt."""
        ruleset = load_ruleset(self.name, set=self.changes)
        return ruleset.for_deal(self.contract) if self.contract else ruleset

    def command(self, *, deals: int, seed: int) -> str:
        """Return the command that gives the same counts."""
        contract = f" --contract {self.contract}" if self.contract else ""
        changes = "".join(f" --set {key}={value}" for key, value in self.changes.items())
        return f"meldlab simulate -g {self.name}{contract}{changes} --decks {self.decks} -n {deals} --seed {seed}"


def packs(name: str) -> list[int]:
    """Return the numbers of decks that a ruleset is played with."""
    ruleset = load_ruleset(name)
    return sorted({ruleset.decks_for(players=players) for players in ruleset.deal.players})


def subjects() -> Iterator[Subject]:
    """Yield what every table is about."""
    for name in INDIAN:
        yield from (Subject(name, decks) for decks in packs(name))
    (decks,) = packs("continental")
    for contract in load_ruleset("continental").contract.hands:
        yield from (Subject("continental", decks, contract, drawn) for drawn in (0, 1))
    yield Subject("pinacle", *packs("pinacle"))


def table_path(subject: Subject, *, folder: Path = FOLDER) -> Path:
    """Return where a table is kept, without the suffix of its three files."""
    return folder / subject.file


def simulate(subject: Subject, *, deals: int, seed: int, runs: Path | None = None) -> Simulation:
    """Return the first `deals` deals of `seed`; with `runs`, continue what that folder holds."""
    result = None
    for progress in iter_simulate(
        subject.name,
        set=subject.changes,
        contract=subject.contract,
        decks=subject.decks,
        deals=deals,
        seed=seed,
        features=list(BOOKS[subject.ruleset.objective].features),
        out=None if runs is None else runs / subject.file.replace("/", "-"),
        command=subject.command(deals=deals, seed=seed),
    ):
        result = progress.result
    if result is None or result.deals != deals:
        raise SystemExit(f"{subject.file}: stopped before {deals} deals; the same command goes on")
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


def beginning(subject: Subject, *, deals: int, seed: int) -> dict[str, Any]:
    """Return the counts of the first deals of a table."""
    result = simulate(subject, deals=min(deals, BEGINNING), seed=seed)
    columns = [column.name for column in result.task.columns]
    return {
        "deals": result.deals,
        "columns": columns,
        "joint_sha256": joint_digest(result, columns),
        "outcomes": outcome_counts(result),
    }


def document(subject: Subject, result: Simulation, first: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of one table: where it comes from, and exact counts."""
    ruleset = subject.ruleset
    book, answer = BOOKS[ruleset.objective], result.to_dict()
    parts = (
        result.to_polars()
        .group_by(book.by)
        .agg(
            pl.col("count").sum().alias("deals"),
            (pl.col(result.task.score).cast(pl.Int64) * pl.col("count")).sum().alias("score"),
            *(pl.col("count").filter(pl.col(flag) == 1).sum().alias(flag) for flag in book.flags),
        )
    )
    return {
        "objective": ruleset.objective,
        "game": GAMES[ruleset.objective],
        "ruleset": ruleset.name,
        "file": subject.file,
        "about": ruleset.about,
        "contract": subject.contract,
        "drawn": subject.drawn,
        "decks": result.task.decks,
        "printed_jokers": result.task.decks * ruleset.pack.printed_jokers,
        "cut": ruleset.pack.wild == "cut",
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
        "parts": parts.sort(book.by).to_dicts(),
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
    for subject in subjects():
        first = beginning(subject, deals=options.deals, seed=options.seed)
        result = simulate(subject, deals=options.deals, seed=options.seed, runs=options.runs)
        made.append(document(subject, result, first))
        write(table_path(subject, folder=options.to), made[-1])
        sys.stderr.write(f"{subject.file}: {result.deals:,} deals\n")
    (options.to / "overview.md").write_text(render.overview(made), encoding="utf-8")


if __name__ == "__main__":
    main()
