"""``meldlab info``: what a bug report needs: versions, processors, compiled kernels, presets; or a run's record."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meldlab.cli.options import bundles
from meldlab.cli.output.output import sink_for
from meldlab.cli.terminal.remarks import printable, remark_all

if TYPE_CHECKING:
    from rich.console import Console

EPILOG = "Example: meldlab info --json, or of a run: meldlab info run"

_PACKAGES = ("numba", "llvmlite", "numpy", "polars", "scipy", "pydantic", "typer", "rich")


@bundles.bundled
def info(
    *,
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="A run's folder: its record instead.", show_default=False)
    ] = None,
    printing: bundles.Printing,
) -> None:
    """Show versions, processors, the folder of compiled kernels and the presets; add this to a bug report.

    With the folder of a run: what its parts say of themselves, where they were made, what is damaged or missing.
    """
    sink = sink_for(printing)
    records = [_installation()] if folder is None else _runs(folder, quiet=printing.quiet)

    def view(console: "Console") -> None:
        for number, record in enumerate(records):
            if number:
                console.print()
            width = max(map(len, record))
            for key, value in record.items():
                # A record's rules fill a page; JSON has them.
                lines = [f"{len(value)} fields, see --json"] if key == "rules" else _lines(value)
                for name, line in zip([key, *[""] * len(lines)], lines, strict=False):
                    console.print(f"{name:<{width}} {line}".rstrip(), soft_wrap=True, markup=False)

    sink.write(records, view=view, single=len(records) == 1)


def _lines(value: object) -> list[str]:
    """Return a value as lines; a list of texts with spaces, or of records, has a line for each."""
    if isinstance(value, list) and any(isinstance(each, dict) or " " in str(each) for each in value):
        return [_text(each) for each in value]
    return [_text(value)]


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return "none" if value is None else printable(str(value))


def _runs(folder: Path, *, quiet: bool) -> list[dict[str, Any]]:
    from meldlab.sim.archive.run import find_runs

    runs = find_runs(folder)
    for run in runs:
        remark_all(run.messages(), quiet=quiet)
    return [run.described() for run in runs]


def _installation() -> dict[str, Any]:
    import os
    import platform
    from importlib.metadata import version

    from meldlab.kernels.jit import cache_folder, kernel_version
    from meldlab.sim.common.version import __version__
    from meldlab.sim.rules import list_presets

    return {
        "meldlab": __version__,
        "kernels": kernel_version(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "packages": {name: version(name) for name in _PACKAGES},
        "kernel_cache": str(cache_folder()),
        "presets": list(list_presets()),
    }
