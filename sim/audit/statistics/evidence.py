"""What a test of an audit says, before and after all tests are seen together (Holm)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Smallest(NamedTuple):
    """The smallest fault of its kind that the log would have shown with 90 % probability."""

    size: float | None
    words: str


def sees(size: Callable[[float], float], words: Callable[[float], str]) -> Callable[[float], Smallest]:
    """Return the answer of a test that, held to a level, sees a fault of a size; `words` tell of that size."""

    def smallest(level: float) -> Smallest:
        seen = size(level)
        return Smallest(seen, words(seen))

    return smallest


def nothing_to_see(words: str) -> Callable[[float], Smallest]:
    """Return the answer of a test that has no size of a fault to tell."""
    return lambda level: Smallest(None, words)


@dataclass(frozen=True)
class Evidence:
    """One test, by itself.

    Attributes
    ----------
    name : str
        What is tested, in a word or two.
    question : str
        The fault it looks for.
    p : float
        How likely fair deals look at least as unfair to this test.
    found : str
        What the log shows, in words.
    expected : str
        Where the expectation comes from: ``exact``, ``simulated``, ``the log itself``.
    smallest : callable
        The smallest fault seen with 90 % probability when the test is held to a level.
    effect : float or None
        The size of what was found; `found` says of what.
    statistic, freedom : float or None
        The statistic and, where it is a chi-square, its degrees of freedom.
    weight : float
        Its share of the false alarms allowed, compared with other tests.
    """

    name: str
    question: str
    p: float
    found: str
    expected: str
    smallest: Callable[[float], Smallest]
    effect: float | None = None
    statistic: float | None = None
    freedom: int | None = None
    weight: float = 1.0


def impossible(name: str, question: str, *, deals: int, example: str, otherwise: str) -> Evidence:
    """Return the test of what no deal can be: one such deal is a finding, whatever the level.

    Parameters
    ----------
    name, question
        As of `Evidence`.
    deals
        How many there are.
    example
        The first of them, in words.
    otherwise
        What is found where there is none.
    """
    found = f"{deals:,} impossible deal{'s'[: int(deals != 1)]}, {example}" if deals else otherwise
    p = 0.0 if deals else 1.0
    return Evidence(name, question, p, found, "exact", lambda level: Smallest(1, "one such deal"), effect=float(deals))


@dataclass(frozen=True)
class AuditTest:
    """One test among all: `p_adjusted` is at most alpha exactly when it is a finding."""

    name: str
    question: str
    finding: bool
    p: float
    p_adjusted: float
    found: str
    effect: float | None
    statistic: float | None
    freedom: int | None
    expected: str
    smallest: float | None
    smallest_words: str

    def to_dict(self) -> dict[str, Any]:
        """Return the test as JSON."""
        return dict(vars(self))


@dataclass
class Remarks:
    """What a reader of the audit should know besides its tests, each thing once."""

    texts: list[str] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Note a remark."""
        if text not in self.texts:
            self.texts.append(text)


def together(evidence: Sequence[Evidence], *, alpha: float) -> tuple[AuditTest, ...]:
    """Return the tests with p-values corrected for their number: Holm's method with weights (Holm 1979, section 3).

    The chance of any finding in a fair log is at most `alpha`, however the tests depend on each other.
    """
    total = sum(each.weight for each in evidence)
    left, reached = total, 0.0
    adjusted: dict[int, float] = {}
    for number in sorted(range(len(evidence)), key=lambda number: evidence[number].p / evidence[number].weight):
        each = evidence[number]
        reached = max(reached, min(1.0, each.p * left / each.weight))
        adjusted[number] = reached
        left -= each.weight
    tests = []
    for number, each in enumerate(evidence):
        smallest = each.smallest(alpha * each.weight / total)
        seen = (each.found, each.effect, each.statistic, each.freedom, each.expected)
        finding = adjusted[number] <= alpha
        tests.append(AuditTest(each.name, each.question, finding, each.p, adjusted[number], *seen, *smallest))
    return tuple(tests)
