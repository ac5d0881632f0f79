"""A dask cluster as an engine: chunks go out in batches of about a second, results come back as they are done."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from itertools import islice
from time import monotonic
from typing import Any, TypeVar

from meldlab.sim.common.errors import RunError
from meldlab.sim.engines.dask import worker
from meldlab.sim.engines.dask.batches import Pace
from meldlab.sim.engines.dask.connection import Crew, check_installed, joined, started
from meldlab.sim.engines.dask.flight import Flight
from meldlab.sim.engines.workers import check_workers

N = TypeVar("N")
R = TypeVar("R")

# One batch is counted, one waits: a thread that is done has the next one at once.
_BATCHES_A_THREAD = 2
# Waiting comes up for air, to see signals.
_BREATH_SECONDS = 0.2
# Once the run is to stop, so long may batches in flight still take.
_GRACE_SECONDS = 2.0


def _nothing(_text: str) -> None:
    """Say nothing."""


class DaskEngine:
    """A dask cluster: that of a scheduler or a client, or one of processes on this machine.

    The cluster is joined, or started, for each run anew; inside ``with DaskEngine(...) as engine:`` it is kept.

    Parameters
    ----------
    address : str, optional
        Where the scheduler is (``"tcp://host:8786"``), or the path of its scheduler file (``.json``).
    client : distributed.Client, optional
        A connected client instead; it is left open.
    workers : int, optional
        How many processes to start where there is neither, nor an address in dask's configuration.  Default: one a
        processor.  They read the script they are started from, so it must begin below
        ``if __name__ == "__main__":``.
    batch_seconds : float
        How long a task of the cluster shall take.  The scheduler handles some hundred tasks a second, so clusters
        of thousands of threads need longer ones (docs/cluster.md).
    announce : callable
        Gets a line of text when something takes long: a worker compiles, or there are no workers yet.

    Raises
    ------
    RunError
        dask is not installed, or an argument makes no sense.
    """

    def __init__(
        self,
        *,
        address: str | None = None,
        client: Any = None,
        workers: int | None = None,
        batch_seconds: float = 1.0,
        announce: Callable[[str], None] = _nothing,
    ) -> None:
        check_installed()
        check_workers(workers)
        if workers is not None and (address is not None or client is not None):
            raise RunError(
                "a cluster that is joined has its own workers",
                where="workers",
                remedy="Leave the number of workers out",
            )
        if not batch_seconds > 0:
            raise RunError(f"{batch_seconds:g} is no time", where="batch_seconds", allowed="numbers above 0")
        self._address = address
        self._given = client
        self._workers = workers
        self._batch_seconds = batch_seconds
        self._announce = announce
        self._held = 0
        self._joined: tuple[Any, Crew] | None = None
        self._leave = ExitStack()

    def __enter__(self) -> "DaskEngine":
        """Keep the cluster, once it is needed, until the end of the block."""
        self._held += 1
        return self

    def __exit__(self, *_exception: object) -> None:
        """Leave the cluster if nobody keeps it any more."""
        self._held -= 1
        if not self._held:
            self._joined = None
            self._leave.close()

    def prepare(self, function: Callable[[Any], Any]) -> None:
        """Have workers compile and build what `function` needs; returns when the first one can begin.

        Raises
        ------
        MeldlabError
            No scheduler answers, a worker has another meldlab, or preparing failed.
        """
        with self:
            client, crew = self._join()
            crew.check_versions()
            flight, sent, patience = Flight(client), self._sent(function), _Patience(function)
            try:
                for _ in range(max(1, crew.threads())):
                    flight.send(worker.prepare, sent)
                while not flight.landed(_BREATH_SECONDS) and not patience.is_over():
                    crew.threads()
            finally:
                flight.cancel()

    def map_unordered(self, function: Callable[[N], R], chunk_ids: Iterable[N]) -> Iterator[R]:
        """Yield results as they are done; a function with a signal `stop` is given up soon after that is set.

        Raises
        ------
        MeldlabError
            As raised by `function`; or a worker has another meldlab, or the cluster failed.
        """
        with self:
            client, crew = self._join()
            flight = Flight(client)
            try:
                yield from self._mapped(flight, crew, function, iter(chunk_ids))
            finally:
                flight.cancel()

    def _mapped(self, flight: Flight, crew: Crew, function: Callable[[N], R], waiting: Iterator[N]) -> Iterator[R]:
        sent, pace, patience = self._sent(function), Pace(self._batch_seconds), _Patience(function)
        all_sent = False
        while True:
            while not all_sent and len(flight) < _BATCHES_A_THREAD * max(1, crew.threads()):
                batch = list(islice(waiting, pace.size()))
                if batch:
                    flight.send(worker.count, sent, batch)
                all_sent = not batch
            if not len(flight) or patience.is_over():
                return
            for counted in flight.landed(_BREATH_SECONDS):
                pace.took(len(counted.results), counted.seconds)
                yield from map(worker.unpack, counted.results)

    def _join(self) -> tuple[Any, Crew]:
        """Return the client and its workers; joins or starts the cluster unless that has been done."""
        if self._joined is None:
            with ExitStack() as opening:
                client = opening.enter_context(self._cluster())
                crew = Crew(client, self._announce)
                opening.enter_context(crew.heard())
                self._leave = opening.pop_all()
            self._joined = client, crew
        return self._joined

    def _cluster(self) -> AbstractContextManager[Any]:
        if self._given is not None:
            return nullcontext(self._given)
        import dask

        if self._address is not None or dask.config.get("scheduler-address", None):
            return joined(self._address)
        return started(self._workers)

    @staticmethod
    def _sent(function: Callable[[Any], Any]) -> worker.Sent:
        # Users' classes of an interactive session have no module that a worker could import.
        import cloudpickle

        return worker.Sent(cloudpickle.dumps(function), worker.versions())


class _Patience:
    """Says when a run that is to stop has waited long enough for what is in flight.

    The signal does not reach other processes, so it is watched here.
    """

    def __init__(self, function: object) -> None:
        self._stop = getattr(function, "stop", None)
        self._until: float | None = None

    def is_over(self) -> bool:
        if self._stop is None or not self._stop.is_set():
            return False
        if self._until is None:
            self._until = monotonic() + _GRACE_SECONDS
        return monotonic() >= self._until
