"""Where a result comes from: software, machine, question, seed; the record every file carries."""

import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from meldlab.sim.common.version import __version__
from meldlab.sim.counting.tally import C
from meldlab.sim.counting.task import Chunked

# Raised when the meaning of a field or column of a part changes.
SCHEMA_VERSION = 2


@cache
def _environment() -> tuple[tuple[str, str], ...]:
    packages = {}
    for name in ("numba", "numpy", "polars"):
        try:
            packages[name] = version(name)
        except PackageNotFoundError:  # vendored or frozen installations
            packages[name] = "unknown"
    return (
        ("os", platform.platform()),
        ("cpu", _processor()),
        ("python", platform.python_version()),
        *packages.items(),
    )


def _processor() -> str:
    # platform.processor() is empty or the mere architecture on Linux; the kernel knows the model.
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def environment() -> dict[str, str]:
    """Return operating system, processor and versions of Python, numba, numpy and polars."""
    return dict(_environment())


def question_of(task: Chunked[C]) -> dict[str, Any]:
    """Return what a record says of the question."""
    return {
        "task_id": task.task_id,
        "task": task.document(),
        "game": task.game,
        "objective": task.objective,
        "ruleset_sha256": task.ruleset_sha256,
        "ruleset_json": task.ruleset_json,
        "kernel_version": task.kernel_version,
    }


def provenance(task: Chunked[C], *, seed: int, command: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record that makes a result repeatable, ready for JSON.

    The ruleset is in it whole, so that a part explains itself without the file it was made from.
    """
    return {
        "schema": SCHEMA_VERSION,
        "software": "meldlab",
        "version": __version__,
        "method": "sampled",
        **question_of(task),
        "seed": seed,
        "command": command,
        "parameters": dict(parameters),
        "environment": environment(),
    }
