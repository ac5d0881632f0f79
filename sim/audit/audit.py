"""`audit`: one pass over a log, counting; then every test, corrected for their number."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from meldlab.sim.audit.checks.copies import Copies
from meldlab.sim.audit.checks.hand_figures import HandFigures
from meldlab.sim.audit.checks.hand_sizes import HandSizes
from meldlab.sim.audit.checks.neighbours import Neighbours
from meldlab.sim.audit.checks.pairs_in_hand import PairsInHand
from meldlab.sim.audit.checks.places import Places
from meldlab.sim.audit.checks.previous_deal import PreviousDeal
from meldlab.sim.audit.checks.readings import HandOrder
from meldlab.sim.audit.checks.repeats import Repeats
from meldlab.sim.audit.checks.shapes import Shapes
from meldlab.sim.audit.log.bounded_lines import lines_of, opened
from meldlab.sim.audit.log.source import Source
from meldlab.sim.audit.result import AuditResult
from meldlab.sim.audit.statistics.evidence import Evidence, Remarks, together
from meldlab.sim.common.arguments import check_number, refuse, whole
from meldlab.sim.common.errors import RunError
from meldlab.sim.rules import Ruleset

#: The chance of any finding in a fair log.
ALPHA = 0.01
ORDERS = ("auto", "dealt", "none")
#: Root of dealt expectations where none is given: the same log gives the same answer.
SEED = 1
_SEED_LIMIT = 1 << 63


def audit(
    log: str | Path | Iterable[Mapping[str, Any]] | pl.DataFrame,
    game: str | Path | Ruleset | None = None,
    *,
    set: Mapping[str, object] | None = None,
    players: int | None = None,
    decks: int | None = None,
    order: str = "auto",
    alpha: float = ALPHA,
    seed: int | None = None,
) -> AuditResult:
    """Return whether a log of deals is what fair deals give.

    Parameters
    ----------
    log
        A file (``"-"`` is stdin), or its rows as mappings or as a Polars DataFrame (names in any case): lines of the
        deal log as `meldlab play --log` writes them, or one hand a row, CSV or JSON Lines, with `deal`, `seat`, `cards`
        and, if known, `wild` and `upcard`.  Rows of a deal stand together, and no deal comes back.  Hands have
        as many cards as the rules deal.  Files are read once, line by line, in memory that does not grow with them.
    game, set
        The rules, as for `odds`.  A deal log tells its own; other logs need them.
    players, decks
        What the pack is.  Default: as the log says, or by the seats of its first deal.
    order
        Whether cards within a hand stand in the order of the deal: ``"dealt"``, ``"none"``, or ``"auto"``, which sees
        whether hands are sorted.
    alpha
        The chance of any finding in a fair log.
    seed
        Root of the expectations that are dealt because they cannot be counted.  Default: 1.

    Returns
    -------
    AuditResult

    Raises
    ------
    ArgumentError
        An argument has a wrong type.
    RunError, RulesError
        The log cannot be read (names line and token), or the rules are missing or wrong.
    """
    check_number("alpha", alpha)
    if not 0 < alpha < 1:
        refuse("alpha", alpha, "a number between 0 and 1")
    if order not in ORDERS:
        refuse("order", order, ", ".join(ORDERS))
    seed = SEED if seed is None else whole("seed", seed)
    if seed is None or not 0 <= seed < _SEED_LIMIT:
        refuse("seed", seed, f"a whole number from 0 to {_SEED_LIMIT - 1}")
    rules: dict[str, Any] = {"set": set, "players": whole("players", players), "decks": whole("decks", decks)}
    if isinstance(log, (str, Path)):
        with opened(log) as stream:
            return _audited(Source.of(lines_of(stream), game, **rules), order, alpha, seed)
    if isinstance(log, pl.DataFrame):
        log = _rows(log)
    if isinstance(log, (bytes, Mapping)) or not isinstance(log, Iterable):
        refuse("log", log, "a path, rows as mappings, or a Polars DataFrame (of a LazyFrame: its collect())")
    return _audited(Source.of(_mappings(log), game, **rules), order, alpha, seed)


def _rows(frame: pl.DataFrame) -> Iterator[dict[str, Any]]:
    names = [name.strip().lower() for name in frame.columns]  # as in the header of a CSV file
    for name in names:
        if names.count(name) > 1:
            raise RunError(f"there are two columns {name}", where="log", allowed="one of a name, in any case")
    return (dict(zip(names, row, strict=True)) for row in frame.iter_rows())


def _mappings(rows: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, Mapping):
            raise RunError(
                f"{repr(row)[:40]} is no row",
                where=f"line {number}",
                allowed="a mapping such as {'deal': 1, 'seat': 0, 'cards': '5H 6H'}, or a Polars DataFrame as the log",
            )
        yield row


def _audited(source: Source, order: str, alpha: float, seed: int) -> AuditResult:
    counted = _Counted(source, seed)
    for deals in source.blocks():
        counted.add(deals)
    remarks = source.remarks
    in_order = counted.in_order(order, remarks)
    tests = together(list(counted.evidence(hands_in_order=in_order == "dealt")), alpha=alpha)
    if counted.copies.impossible and source.pack_is_guessed:
        remarks.add(
            "The pack was taken from the seats of the first deal; if more played, say so with --players or --decks."
        )
    rules, shapes = source.ruleset, counted.shapes
    read = (source.form, rules.name, rules.sha256, source.decks, source.pack.size, source.pack_words())
    seen = (shapes.deals, shapes.hands, tuple(shapes.seats))
    return AuditResult(*read, *seen, tests, float(alpha), seed, in_order, tuple(remarks.texts))


class _Counted:
    """Everything that is counted in one pass."""

    def __init__(self, source: Source, seed: int) -> None:
        pack = source.pack
        self.shapes = Shapes()
        self.copies = Copies(pack)
        self._sizes = HandSizes(source.dealt, source.remarks)
        self._order = HandOrder()
        self._places = Places(pack)
        self._figures = HandFigures(source.ruleset, source.decks, seed, source.remarks)
        self._together = PairsInHand(pack)
        self._neighbours = Neighbours(pack)
        self._before = PreviousDeal(pack)
        self._repeats = Repeats(pack, source.remarks)

    def add(self, deals: Any) -> None:
        """Count a block."""
        self.shapes.add(deals)
        self._sizes.add(deals)
        possible = self.copies.add(deals)
        self._figures.add(deals, possible)
        for each in (self._order, self._places, self._together, self._neighbours, self._before, self._repeats):
            each.add(deals)

    def in_order(self, order: str, remarks: Remarks) -> str:
        """Return whether the order within hands is that of the deal: ``dealt``, ``sorted``, ``none``."""
        if order != "auto":
            return order
        if self._order.is_sorted:
            remarks.add("Hands are sorted: nothing is said of the order in which cards were dealt to them.")
            return "sorted"
        return "dealt"

    def evidence(self, *, hands_in_order: bool) -> Iterator[Evidence]:
        """Yield every test."""
        yield from self._sizes.evidence()
        yield from self.copies.evidence(self.shapes)
        yield from self._places.evidence(self.shapes, hands_in_order=hands_in_order)
        yield from self._figures.evidence()
        yield self._together.evidence(self.shapes)
        yield from self._neighbours.evidence(hands_in_order=hands_in_order)
        yield from self._before.evidence(hands_in_order=hands_in_order)
        yield from self._repeats.evidence(hands_in_order=hands_in_order)
