"""Runs that tell how far they are: generators of steps, of which the last one has the result."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

#: What the first sentence of a generator's documentation says of what it returns.
_RETURNS = "returns an iterator of progress, the last with the result"


class Step(Protocol[R_co]):
    """How far a run is."""

    @property
    def result(self) -> R_co | None:
        """The result; with the last step only."""
        ...


def last_result(steps: Iterable[Step[R]]) -> R:
    """Go through all steps and return the result of the last one."""
    result = None
    for step in steps:
        result = step.result
    if result is None:
        raise AssertionError("the last step carries the result")
    return result


def blocking(generator: Callable[P, Iterator[Step[R]]], result: type[R]) -> Callable[P, R]:
    """Return the call that takes the same arguments as `generator`, ``iter_NAME``, and hands back the last result.

    Parameters
    ----------
    generator
        Its documentation says what it returns, in the words "returns an iterator of progress, the last with the
        result".
    result
        Class of the result.
    """
    parameters = inspect.signature(generator)
    name = generator.__name__.removeprefix("iter_")

    @wraps(generator)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            parameters.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{name}() {error}") from None
        return last_result(generator(*args, **kwargs))

    call.__name__ = call.__qualname__ = name
    call.__doc__ = (generator.__doc__ or "").replace(_RETURNS, f"returns a `{result.__name__}`", 1)
    signature = parameters.replace(return_annotation=result)
    call.__signature__ = signature  # type: ignore[attr-defined]
    return call
