"""Plays the answers in results/play again: ``python results/play.py`` (see results/README.md).

When to pack in Indian rummy, what the first seat is worth, how long the contracts of Continental take and whether a
contra pays, how often each special of Pinacle is made and by whom.  Each table is a CSV; the page holds them all.
"""

import argparse
import csv
import io
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import polars as pl

import meldlab
from meldlab.sim.common.intervals import proportion
from meldlab.sim.common.means import Mean, mean_of
from meldlab.sim.common.shares import count_of, share_of
from meldlab.sim.games.declare.play.game import DeclareGame
from meldlab.sim.games.declare.play.strategies import STRATEGIES
from meldlab.sim.play.task import SLICE_DEALS
from meldlab.sim.table.block import Block

FOLDER = Path(__file__).resolve().parent / "play"
SEED = 1
DEALS = 8_000
PACKING = 20
CONTRACTS = ("TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE")
_PLAYERS = {"indian-rummy": range(2, 7), "indian-rummy-points": range(2, 7)}
_POINTS_STEP = 10
CLOSED = 1  # the reason `close` of a deal of Continental
_FEW = 30  # hands; Student's interval of fewer such points says too much

Row = dict[str, Any]


def _counted(values: pl.Series) -> pl.DataFrame:
    """Return the values and how often each comes."""
    return values.value_counts().rename({values.name: "value"}).sort("value")


def _points(points_x2: pl.Series) -> Mean:
    """Return the mean points of independent hands with its 95 % interval; None for one that would say too much.

    Points of Indian rummy are never below 0, and what wins nearly always has few others: as with counts.
    """
    found = mean_of(_counted(points_x2), parts=2)
    if len(points_x2) < _FEW or found.low is None:
        return Mean(found.mean, None, None)
    return count_of(_counted(points_x2), parts=2)


def _played_on(ruleset: str, players: int, deals: int) -> pl.DataFrame:
    """Return one hand of each deal of greedy players, who never pack: its seat, how it was dealt, what it came to."""
    game = DeclareGame(meldlab.load_ruleset(ruleset), players=players, distances=True)
    seats = tuple(STRATEGIES["greedy"]() for _ in range(players))
    frames = []
    for first in range(0, deals, SLICE_DEALS):
        size = min(SLICE_DEALS, deals - first)
        columns = game.play(Block(seed=SEED, first_deal=first, deals=size, strategies=seats)).columns
        names = ("dealt_points", "dealt_distance", "points_x2", "won")
        # one seat of each deal, in turn: hands of one deal are not independent
        frames.append(
            pl.DataFrame(
                {
                    "seat": [deal % players for deal in range(first, first + size)],
                    **{
                        name: [int(columns[name][deal, (first + deal) % players]) for deal in range(size)]
                        for name in names
                    },
                }
            )
        )
    return pl.concat(frames)


def packing(deals: int) -> Iterator[Row]:
    """Yield what dealt hands come to when they are played on, by their points and distance."""
    for ruleset, counts in _PLAYERS.items():
        for players in counts:
            hands = _played_on(ruleset, players, deals)
            for feature, step in (("dealt_points", _POINTS_STEP), ("dealt_distance", 1)):
                for (value,), part in sorted(hands.group_by((pl.col(feature) // step * step).alias("value"))):
                    found, wins = _points(part["points_x2"]), share_of(_counted(part["won"]))
                    pays = "" if found.low is None else "open"
                    if found.low is not None and found.low > PACKING:
                        pays = "pack"
                    elif found.high is not None and found.high < PACKING:
                        pays = "play"
                    yield {
                        "ruleset": ruleset,
                        "players": players,
                        "by": feature,
                        "from": value,
                        "hands": len(part),
                        "points_played_on": found.mean,
                        "low": found.low,
                        "high": found.high,
                        "wins": wins.mean,
                        "wins_low": wins.low,
                        "wins_high": wins.high,
                        f"against_{PACKING}": pays,
                    }


def first_seat(deals: int) -> Iterator[Row]:
    """Yield points and wins of each seat of equal players."""
    for game, counts, options in (
        ("indian-rummy", range(2, 7), {}),
        ("indian-rummy-points", range(2, 7), {}),
        ("continental", (2, 4), {"contract": "TTE"}),
        ("pinacle", (4,), {}),
        ("gin", (2,), {}),
    ):
        for players in counts:
            result = meldlab.play(game, ["greedy"], players=players, deals=deals, seed=SEED, **options)
            shown = result.seats().filter(pl.col("outcome").is_in(["points", "won"]))
            for row in shown.iter_rows(named=True):
                yield {
                    "game": game,
                    "contract": options.get("contract", ""),
                    "players": players,
                    "deals": result.deals,
                    "seat": row["seat"],
                    "outcome": row["outcome"],
                    "mean": row["mean"],
                    "low": row["low"],
                    "high": row["high"],
                }


def contracts(deals: int) -> Iterator[Row]:
    """Yield how long each contract takes four greedy players, and how deals end."""
    for contract in CONTRACTS:
        result = meldlab.play("continental", ["greedy"], players=4, contract=contract, deals=deals, seed=SEED)
        turns = result.counts.values("deal", "turns")
        found, rounds = mean_of(turns), mean_of(turns, parts=4)
        closes = result.counts.values("deal", "reason").filter(pl.col("value") == CLOSED)["count"].sum()
        closed = proportion(closes, result.deals)
        yield {
            "contract": contract,
            "deals": result.deals,
            "turns": found.mean,
            "turns_low": found.low,
            "turns_high": found.high,
            "rounds": rounds.mean,
            "closed": closed.probability,
            "low": closed.low,
            "high": closed.high,
        }


def contra(deals: int) -> Iterator[Row]:
    """Yield what it is worth to take a discard de contra when that leaves a hand so many cards from going down."""
    for contract in CONTRACTS:
        for away in range(4):
            taker, other = f"greedy(contra={away})", "greedy(contra=-1)"
            result = meldlab.play(
                "continental", [taker, other, other, other], contract=contract, deals=deals // 4, seed=SEED
            )
            row = result.pairs().row(0, named=True)
            ahead = row["better"].startswith(f"greedy(contra={away}")
            sign = 1 if ahead else -1
            low, high = (row["low"], row["high"]) if ahead else (_minus(row["high"]), _minus(row["low"]))
            yield {
                "contract": contract,
                "taken_when_so_many_away": away,
                "deals": result.deals,
                "points_saved": sign * row["difference"],
                "low": low,
                "high": high,
            }


def _minus(limit: float | None) -> float | None:
    return None if limit is None else -limit


def specials(deals: int) -> Iterator[Row]:
    """Yield how often each special is made in a deal, by the style of the side."""
    for style in ("greedy", "closer", "builder"):
        result = meldlab.play("pinacle", [style], deals=deals // 4, seed=SEED)
        known = ("full_", "pinaculo", "aces", "figures")
        for row in result.players().filter(pl.col("player") == 0).iter_rows(named=True):
            if row["outcome"].startswith(known) or row["outcome"] in ("points", "closed", "pozos"):
                yield {
                    "style": style,
                    "deals": result.deals,
                    "outcome": row["outcome"],
                    "a_deal_and_side": row["mean"],
                    "low": row["low"],
                    "high": row["high"],
                }


TABLES: dict[str, tuple[str, Callable[[int], Iterator[Row]]]] = {
    "packing": (
        "When to pack in Indian rummy: points of a hand that is played on by a greedy player among greedy players, by "
        "what it was dealt, against the 20 that packing at once costs.",
        packing,
    ),
    "first-seat": ("What a seat is worth among equal greedy players.", first_seat),
    "contracts": ("How long the contracts of Continental take four greedy players.", contracts),
    "contra": (
        "Whether a contra pays: points saved a deal by a greedy player who takes it, among three who never do.",
        contra,
    ),
    "pinacle-specials": ("How often specials of Pinacle are made, by the style of all four players.", specials),
}


def as_csv(rows: Sequence[Row]) -> str:
    """Return rows as CSV, numbers with six digits that count."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow([f"{value:.6g}" if isinstance(value, float) else value for value in row.values()])
    return text.getvalue()


def as_page(tables: dict[str, str]) -> str:
    """Return the page of all tables, from their CSV."""
    sections = [
        "# What playing says",
        f"Sampled, seed {SEED}; intervals are 95 %. Made by `python results/play.py`; each table is a CSV of its name.",
    ]
    for name, text in tables.items():
        head, *rows = csv.reader(text.splitlines())
        lines = [head, ["---"] * len(head), *rows]
        grid = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
        sections += [f"## {name}", TABLES[name][0], grid]
    return "\n\n".join(sections) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and write the tables."""
    parser = argparse.ArgumentParser(description="Play the answers in results/play again.")
    parser.add_argument("--to", type=Path, default=FOLDER, help="where the tables go (results/play)")
    parser.add_argument("--deals", type=int, default=DEALS, help=f"deals of each line ({DEALS:,})")
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"only these ({', '.join(TABLES)})")
    options = parser.parse_args(arguments)
    options.to.mkdir(parents=True, exist_ok=True)
    for name in options.tables or TABLES:
        rows = list(TABLES[name][1](options.deals))
        (options.to / f"{name}.csv").write_text(as_csv(rows), encoding="utf-8")
        sys.stderr.write(f"{name}: {len(rows)} lines\n")
    written = {name: options.to / f"{name}.csv" for name in TABLES}
    texts = {name: path.read_text(encoding="utf-8") for name, path in written.items() if path.exists()}
    (options.to / "README.md").write_text(as_page(texts), encoding="utf-8")


if __name__ == "__main__":
    main()
