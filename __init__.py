"""meldlab: exact hands, millions of deals and honest odds for rummy-family games."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meldlab.sim.analysis import analyze, analyze_many
    from meldlab.sim.audit.audit import audit
    from meldlab.sim.cluster.engine import DaskEngine
    from meldlab.sim.driver import iter_simulate, simulate
    from meldlab.sim.errors import ArgumentError, MeldlabError, NotationError, QueryError, RulesError, RunError
    from meldlab.sim.odds.answer import odds
    from meldlab.sim.odds.tables import odds_by, odds_sheet
    from meldlab.sim.play.compare import compare
    from meldlab.sim.play.compare_rules import compare_rules
    from meldlab.sim.play.driver import iter_play, play
    from meldlab.sim.play.sweep import compare_sweep
    from meldlab.sim.report.document import html_report
    from meldlab.sim.rules.load import load_ruleset
    from meldlab.sim.stored.combine import combine
    from meldlab.sim.stored.rerun import rerun
    from meldlab.sim.stored.result import read_results

__version__ = "0.1.0"

__all__ = [
    "ArgumentError",
    "DaskEngine",
    "MeldlabError",
    "NotationError",
    "QueryError",
    "RulesError",
    "RunError",
    "__version__",
    "analyze",
    "analyze_many",
    "audit",
    "combine",
    "compare",
    "compare_rules",
    "compare_sweep",
    "html_report",
    "iter_play",
    "iter_simulate",
    "load_ruleset",
    "odds",
    "odds_by",
    "odds_sheet",
    "play",
    "read_results",
    "rerun",
    "simulate",
]

# Loaded at the first use: `import meldlab` and `meldlab --help` must not wait for numba and polars.
_HOMES = {
    "ArgumentError": "meldlab.sim.errors",
    "DaskEngine": "meldlab.sim.cluster.engine",
    "MeldlabError": "meldlab.sim.errors",
    "NotationError": "meldlab.sim.errors",
    "QueryError": "meldlab.sim.errors",
    "RulesError": "meldlab.sim.errors",
    "RunError": "meldlab.sim.errors",
    "analyze": "meldlab.sim.analysis",
    "analyze_many": "meldlab.sim.analysis",
    "audit": "meldlab.sim.audit.audit",
    "combine": "meldlab.sim.stored.combine",
    "compare": "meldlab.sim.play.compare",
    "compare_rules": "meldlab.sim.play.compare_rules",
    "compare_sweep": "meldlab.sim.play.sweep",
    "html_report": "meldlab.sim.report.document",
    "iter_play": "meldlab.sim.play.driver",
    "iter_simulate": "meldlab.sim.driver",
    "load_ruleset": "meldlab.sim.rules.load",
    "odds": "meldlab.sim.odds.answer",
    "odds_by": "meldlab.sim.odds.tables",
    "odds_sheet": "meldlab.sim.odds.tables",
    "play": "meldlab.sim.play.driver",
    "read_results": "meldlab.sim.stored.result",
    "rerun": "meldlab.sim.stored.rerun",
    "simulate": "meldlab.sim.driver",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'meldlab' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__]
