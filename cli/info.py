"""``meldlab info``: what a bug report needs: versions, processors, the folder of compiled kernels, presets."""

from typing import TYPE_CHECKING

from meldlab.cli import options
from meldlab.cli.output import make_sink

if TYPE_CHECKING:
    from rich.console import Console

EPILOG = "Example: meldlab info --json"

_PACKAGES = ("numba", "llvmlite", "numpy", "polars", "scipy", "pydantic", "typer", "rich")


def info(
    format: options.FormatOption = None,
    as_json: options.Json = False,
    output: options.Output = None,
    ascii: options.Ascii = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Show versions, processors, the folder of compiled kernels and the presets; add this to a bug report."""
    import os
    import platform
    from importlib.metadata import version

    from meldlab import __version__
    from meldlab.kernels.jit import cache_folder, kernel_version
    from meldlab.sim.rules import list_presets

    sink = make_sink(format=format, as_json=as_json, output=output, ascii=ascii)
    record = {
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

    def view(console: "Console") -> None:
        for key, value in record.items():
            if isinstance(value, dict):
                value = ", ".join(f"{name} {number}" for name, number in value.items())
            elif isinstance(value, list):
                value = ", ".join(value)
            console.print(f"{key:<13} {value}", soft_wrap=True)

    sink.write([record], view=view, single=True)
