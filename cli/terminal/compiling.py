"""What is said while kernels are compiled, which happens once on a machine and takes longer than any hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from meldlab.cli.terminal.bars import barred
from meldlab.cli.terminal.remarks import remark

COMPILING = "Compiling the kernels; this happens once a version and takes about a minute ..."


class _Step(Protocol):
    """A step of a run of played deals, or of counting a run again."""

    @property
    def preparing(self) -> bool:
        """Whether kernels are about to be compiled."""
        ...

    @property
    def kernels(self) -> str:
        """What is compiled for it."""
        ...

    @property
    def place(self) -> tuple[int, int | None]:
        """How much is done, and how much there is in all."""
        ...


S = TypeVar("S", bound=_Step)


def announced_steps(steps: Iterator[S], *, quiet: bool) -> Iterator[S]:
    """Yield the steps; say once before kernels are compiled, and show a bar on a terminal."""
    from meldlab.kernels.jit import is_compiled

    told = False
    for step in barred(steps, lambda step: step.place, quiet=quiet):
        if step.preparing and not told and not is_compiled(step.kernels):
            remark(COMPILING, quiet=quiet)
            told = True
        yield step


@contextmanager
def compiled(job: str, words: str, *, quiet: bool) -> Iterator[None]:
    """Say `words` before a job is done for the first time on a machine, and remember afterwards that it has been."""
    from meldlab.kernels.jit import is_compiled, mark_compiled

    if is_compiled(job):
        yield
        return
    remark(words, quiet=quiet)
    yield
    mark_compiled(job)


@contextmanager
def announced(games: str, *, quiet: bool) -> Iterator[None]:
    """Say before the first hand of such games on a machine that a solver is compiled, and remember that it has been.

    Parameters
    ----------
    games
        An objective, or ``batch``.
    quiet
        Say nothing.
    """
    from meldlab.sim.games.registry import families, family_called

    wait = family_called(games).compiling if games in families() else "up to 30 seconds a game"
    words = f"meldlab: compiling the solver, once on this machine ({wait}, longer on a busy machine)"
    with compiled(f"analyze-{games}", words, quiet=quiet):
        yield
