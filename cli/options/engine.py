"""Who deals: ``--engine``, ``--scheduler`` and ``--workers`` together."""

import logging
from typing import TYPE_CHECKING

from meldlab.cli.options.bundles import Working
from meldlab.cli.options.options import EngineName
from meldlab.cli.terminal.remarks import remark
from meldlab.sim.common.errors import MeldlabError

if TYPE_CHECKING:
    from meldlab.sim.engines.engines import Engine


def chosen_engine(working: Working, *, quiet: bool) -> "str | Engine":
    """Return the engine that the options mean: its name, or a cluster, which says on stderr what takes long.

    Raises
    ------
    MeldlabError
        The options contradict each other, or dask is not installed.
    """
    engine, scheduler, workers = working.engine, working.scheduler, working.workers
    if scheduler is not None:
        if engine not in (None, EngineName.DASK):
            raise MeldlabError(
                "do not go together", where=f"--scheduler and --engine {engine}", remedy="Leave --engine out"
            )
        if workers is not None:
            raise MeldlabError(
                "do not go together",
                where="--scheduler and --workers",
                remedy="The cluster has its own workers: leave --workers out",
            )
    elif engine is not EngineName.DASK:
        return (engine or EngineName.THREADS).value
    from meldlab.sim.engines.dask.engine import DaskEngine

    found = DaskEngine(
        address=scheduler, workers=workers, announce=lambda text: remark(f"meldlab: {text}", quiet=quiet)
    )
    _silence_dask()
    return found


def _silence_dask() -> None:
    """Keep dask's log off the terminal: what goes wrong comes as an error, said once."""
    import distributed  # noqa: F401 - sets its log up

    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL)
