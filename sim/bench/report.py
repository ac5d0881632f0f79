"""What is kept of a benchmark: the figures and the machine that made them, without anything that names it."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from meldlab.kernels.jit import kernel_version
from meldlab.sim.bench.measures import Figure
from meldlab.sim.common.version import __version__
from meldlab.sim.runs.provenance import environment

#: Columns of the tables that people read.
HEADINGS = ("measure", "ns a hand", "scalar deals", "vector deals", "times as fast", "bar", "held")


def machine() -> dict[str, Any]:
    """Return date, versions, processor and cores."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "meldlab": __version__,
        "kernels": kernel_version(),
        "cores": os.cpu_count(),
        **environment(),
    }


def cells(figure: Figure) -> tuple[str, ...]:
    """Return a figure as the words of its line under `HEADINGS`."""
    return (
        str(figure.measure),
        _number(figure.ns_per_hand),
        _number(figure.scalar_deals),
        _number(figure.vector_deals),
        _number(figure.speedup),
        "" if figure.bar is None else str(figure.bar),
        {None: "", True: "yes", False: "no"}[figure.held],
    )


def by_pack(figures: Sequence[Figure]) -> dict[str, list[Figure]]:
    """Return the figures of each pack under its name."""
    packs: dict[str, list[Figure]] = {}
    for figure in figures:
        packs.setdefault(str(figure.pack), []).append(figure)
    return packs


def document(figures: Sequence[Figure], *, command: str) -> dict[str, Any]:
    """Return the whole benchmark, ready for JSON."""
    return {"command": command, "machine": machine(), "figures": [figure.record() for figure in figures]}


def markdown(figures: Sequence[Figure], *, command: str) -> str:
    """Return the whole benchmark as a page: where it comes from, then a table a pack."""
    lines = [
        "# Benchmarks",
        "",
        f"Made by `{command}`. The unit is the scalar deal: one hand of the same pack dealt by a plain partial",
        "Fisher-Yates shuffle, the cut included, timed by turns with everything else; a vector deal is the same hand",
        "dealt in vector lanes, the way meldlab deals. Times are medians of one",
        "thread's processor time, for two threads of wall time; the bars are ratios, the nanoseconds a record.",
        "Exact points come with lives and, for hands with 0 points, can-declare; near-complete hands are",
        "declarable ones with 0 to 3 cards exchanged; the whole pipeline deals, solves, finds features, tallies.",
        "",
        *(f"- {key}: {value}" for key, value in machine().items()),
    ]
    for name, rows in by_pack(figures).items():
        lines += ["", f"## {name}", "", _row(HEADINGS), "| --- | ---: | ---: | ---: | ---: | --- | --- |"]
        lines += [_row(cells(figure)) for figure in rows]
    return "\n".join(lines) + "\n"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _row(words: Sequence[str]) -> str:
    return "| " + " | ".join(words) + " |"
