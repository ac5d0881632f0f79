"""meldlab: exact hands, millions of deals and honest odds for rummy-family games."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from meldlab.sim.common.version import __version__

if TYPE_CHECKING:
    from meldlab.sim.analyze.analyze import analyze, analyze_many
    from meldlab.sim.archive.combine import combine
    from meldlab.sim.archive.rerun import rerun
    from meldlab.sim.archive.result import read_results
    from meldlab.sim.audit.audit import audit
    from meldlab.sim.common.errors import ArgumentError, MeldlabError, NotationError, QueryError, RulesError, RunError
    from meldlab.sim.engines.dask.engine import DaskEngine
    from meldlab.sim.odds.answer import odds
    from meldlab.sim.odds.tables import odds_by, odds_sheet
    from meldlab.sim.play.compare.rules import compare_rules
    from meldlab.sim.play.compare.strategies import compare
    from meldlab.sim.play.compare.sweep import compare_sweep
    from meldlab.sim.play.play import iter_play, play
    from meldlab.sim.report.document import html_report
    from meldlab.sim.rules.load import load_ruleset
    from meldlab.sim.simulate.simulate import iter_simulate, simulate

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
    "ArgumentError": "meldlab.sim.common.errors",
    "DaskEngine": "meldlab.sim.engines.dask.engine",
    "MeldlabError": "meldlab.sim.common.errors",
    "NotationError": "meldlab.sim.common.errors",
    "QueryError": "meldlab.sim.common.errors",
    "RulesError": "meldlab.sim.common.errors",
    "RunError": "meldlab.sim.common.errors",
    "analyze": "meldlab.sim.analyze.analyze",
    "analyze_many": "meldlab.sim.analyze.analyze",
    "audit": "meldlab.sim.audit.audit",
    "combine": "meldlab.sim.archive.combine",
    "compare": "meldlab.sim.play.compare.strategies",
    "compare_rules": "meldlab.sim.play.compare.rules",
    "compare_sweep": "meldlab.sim.play.compare.sweep",
    "html_report": "meldlab.sim.report.document",
    "iter_play": "meldlab.sim.play.play",
    "iter_simulate": "meldlab.sim.simulate.simulate",
    "load_ruleset": "meldlab.sim.rules.load",
    "odds": "meldlab.sim.odds.answer",
    "odds_by": "meldlab.sim.odds.tables",
    "odds_sheet": "meldlab.sim.odds.tables",
    "play": "meldlab.sim.play.play",
    "read_results": "meldlab.sim.archive.result",
    "rerun": "meldlab.sim.archive.rerun",
    "simulate": "meldlab.sim.simulate.simulate",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'meldlab' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__]
