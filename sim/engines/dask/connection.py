"""A client of a dask cluster: given, joined by its scheduler's address, or started on this machine."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from logging import CRITICAL
from pathlib import Path
from typing import Any

from meldlab.sim.common.errors import RunError
from meldlab.sim.engines.dask import worker
from meldlab.sim.engines.workers import default_workers

# Workers come and go; asking the scheduler more often would only give it more to do.
_ASK_AGAIN_SECONDS = 2.0
_CONNECT_SECONDS = 10
# Ctrl-C reaches every process of a terminal. Here the client alone decides what it means.
_DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"


def check_installed() -> None:
    """Pass when dask is installed.

    Raises
    ------
    RunError
        It is not; says what to install.
    """
    if find_spec("distributed") is None:
        raise RunError(
            "the dask engine needs the package dask[distributed], which is not installed",
            where="engine 'dask'",
            remedy="Install it with: python -m pip install 'dask[distributed]' (or use --engine threads)",
        )


@contextmanager
def joined(address: str | None) -> Iterator[Any]:
    """Yield a client of the cluster at `address`, which may be the path of a scheduler file (``.json``).

    None means the address in dask's own configuration.

    Raises
    ------
    RunError
        No scheduler answers there.
    """
    from distributed import Client
    from distributed.comm import resolve_address

    by_file = address is not None and address.endswith(".json")
    where = {"scheduler_file": address} if by_file else {"address": address}
    try:
        # A client that cannot even begin to look for its scheduler waits for ever, or takes its time to go away.
        if by_file:
            Path(str(address)).read_bytes()
        elif address is not None:
            resolve_address(address)
        client = Client(**where, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise RunError(
            f"no scheduler answers: {_in_short(error)}",
            where=f"scheduler {address}",
            remedy="Start one with: dask scheduler, then take the address that it prints",
        ) from error
    with client:
        yield client


@contextmanager
def started(workers: int | None) -> Iterator[Any]:
    """Yield a client of a cluster that lives on this machine for as long: processes of one thread each.

    Raises
    ------
    RunError
        They do not start.
    """
    from distributed import Client, LocalCluster

    try:
        cluster = LocalCluster(
            n_workers=workers or default_workers(),
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # any port: that of the dashboard may be taken, and nobody looks
            silence_logs=CRITICAL,  # what goes wrong comes back as an error
            preload=[_DEAF],
        )
    except RuntimeError as error:
        raise RunError(
            f"workers cannot be started: {_in_short(error)}",
            where="engine 'dask'",
            remedy="A script of your own must begin below `if __name__ == '__main__':`, for workers read it, too",
        ) from error
    with cluster, Client(cluster, set_as_default=False) as client:
        yield client


class Crew:
    """The workers behind a client.

    Parameters
    ----------
    client
        A connected client.
    announce : callable
        Gets a line about what takes long.
    """

    def __init__(self, client: Any, announce: Callable[[str], None]) -> None:
        self._client = client
        self._announce = announce
        self._threads = 0
        self._asked: float | None = None
        self._said_to_wait = False

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Pass on inside the block what workers say."""

        def hear(event: tuple[float, dict[str, str]]) -> None:
            _, said = event
            self._announce(f"{said['doing']} on worker {said['worker']}")

        self._client.subscribe_topic(worker.TOPIC, hear)
        try:
            yield
        finally:
            with suppress(Exception):  # the scheduler may be gone
                self._client.unsubscribe_topic(worker.TOPIC)

    def threads(self) -> int:
        """Return how many threads all workers have together, as of a moment ago."""
        now = time.monotonic()
        if self._asked is None or now - self._asked > _ASK_AGAIN_SECONDS:
            self._threads = sum(self._client.nthreads().values())
            self._asked = now
            if not self._threads and not self._said_to_wait:
                self._announce("waiting for workers: the cluster has none")
            self._said_to_wait = not self._threads
        return self._threads

    def check_versions(self) -> None:
        """Pass when every worker that is there has this meldlab.

        Raises
        ------
        RunError
            One has another, or none; says which.
        """
        ours = worker.versions()
        for address, said in self._client.run(worker.introduced, on_error="return").items():
            if isinstance(said, BaseException):
                raise RunError(
                    f"cannot run meldlab: {_in_short(said)}",
                    where=f"worker {address}",
                    remedy=f"Install meldlab {ours.meldlab} there, or take this worker out of the cluster",
                )
            name, theirs = said
            refused = ours.refusal(theirs, name)
            if refused is not None:
                raise refused


def _in_short(error: BaseException) -> str:
    text = str(error).strip().splitlines() or ["no reason given"]
    return f"{type(error).__name__}: {text[0][:200].rstrip('.')}"
