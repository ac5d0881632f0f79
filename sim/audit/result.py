"""The answer of an audit: what was looked at, every test, and what no such test can see."""

from dataclasses import dataclass
from typing import Any

import polars as pl

from meldlab.sim.audit.statistics.evidence import AuditTest
from meldlab.sim.common.version import __version__

CANNOT_SEE = (
    "A pseudo-random generator whose seed or state somebody knows: its deals look fair, and are no secret.",
    "A deal chosen among several fair ones, if the choice is rare or mends no figure above.",
    "What happens after the deal: cards exchanged, a stock looked into or put in order, a clock that lies. Of a deal "
    "log only the deals are read: events, results and lines of matches are not, and may say anything.",
    "Players who share what they hold, or one person at several seats.",
    "Seats given to chosen people: the audit knows seats, not who sits there.",
    "Deals left out of the log, or a log that was written to look fair.",
    "Faults smaller than the sizes above, and faults in a part of the log only, which the rest dilutes.",
)


@dataclass(frozen=True, repr=False)
class AuditResult:
    """What an audit found.

    Attributes
    ----------
    log : str
        What was read: its format.
    ruleset : str
    rules_sha256 : str
    decks, pack_cards : int
    deals, hands : int
    seats : tuple of int
    tests : tuple of AuditTest
        Every test, in the order of the report.
    alpha : float
        The chance of any finding in a fair log is at most this.
    seed : int
        Root of the expectations that were dealt.
    hand_order : str
        ``dealt``, ``sorted`` or ``none``: whether the order of cards within hands is that of the deal.
    remarks : tuple of str
    cannot_see : tuple of str
    version : str
    """

    log: str
    ruleset: str
    rules_sha256: str
    decks: int
    pack_cards: int
    pack_words: str
    deals: int
    hands: int
    seats: tuple[int, ...]
    tests: tuple[AuditTest, ...]
    alpha: float
    seed: int
    hand_order: str
    remarks: tuple[str, ...]
    cannot_see: tuple[str, ...] = CANNOT_SEE
    version: str = __version__

    @property
    def findings(self) -> tuple[AuditTest, ...]:
        """The tests that fair deals hardly ever fail."""
        return tuple(test for test in self.tests if test.finding)

    @property
    def is_fair(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def __getitem__(self, name: str) -> AuditTest:
        """Return the test of this name."""
        for test in self.tests:
            if test.name == name:
                return test
        raise KeyError(name)

    def __repr__(self) -> str:
        """Return the verdict in a line."""
        found = ", ".join(test.name for test in self.findings) or "nothing found"
        return f"AuditResult({self.ruleset}, {self.deals:,} deals, {len(self.tests)} tests: {found})"

    def to_polars(self) -> pl.DataFrame:
        """Return one row a test."""
        return pl.DataFrame([test.to_dict() for test in self.tests], infer_schema_length=None)

    def _repr_html_(self) -> str:
        return self.to_polars()._repr_html_()

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer as JSON."""
        return {
            "log": self.log,
            "ruleset": self.ruleset,
            "decks": self.decks,
            "pack_cards": self.pack_cards,
            "deals": self.deals,
            "hands": self.hands,
            "seats": list(self.seats),
            "hand_order": self.hand_order,
            "alpha": self.alpha,
            "correction": "Holm, weighted",
            "power": 0.9,
            "findings": [test.name for test in self.findings],
            "tests": [test.to_dict() for test in self.tests],
            "remarks": list(self.remarks),
            "cannot_see": list(self.cannot_see),
            "seed": self.seed,
            "rules_sha256": self.rules_sha256,
            "version": self.version,
        }
