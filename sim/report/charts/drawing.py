"""From charts to pictures, with Vega inside vl-convert: no browser, no network.  Both are the extra ``report``."""

import json
from importlib.util import find_spec
from typing import Any

from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.report.markup import Markup
from meldlab.sim.report.words.numerals import Numerals


def check_charts() -> None:
    """Pass when charts can be drawn.

    Raises
    ------
    MeldlabError
        The packages for it are not installed.
    """
    for module, package in (("altair", "altair"), ("vl_convert", "vl-convert-python")):
        try:
            found = find_spec(module) is not None
        except ValueError:  # half imported
            found = False
        if not found:
            raise MeldlabError(
                f"charts need the package {package}, which is not installed",
                where="report",
                remedy="Install it with: python -m pip install altair vl-convert-python",
            )


def svg(chart: Any, numerals: Numerals) -> Markup:
    """Return a chart as SVG."""
    import vl_convert

    return Markup(vl_convert.vegalite_to_svg(_plain(chart), format_locale=_locale(numerals)))


def png(chart: Any, numerals: Numerals) -> bytes:
    """Return a chart as PNG, twice as fine as a screen's points; letters are those of this machine's fonts."""
    import vl_convert

    return bytes(vl_convert.vegalite_to_png(_plain(chart), scale=2, format_locale=_locale(numerals)))


def _plain(chart: Any) -> str:
    return json.dumps(chart.to_dict())


def _locale(numerals: Numerals) -> dict[str, Any]:
    grouping = [3, 2, 2, 2, 2] if numerals.indian else [3]
    return {
        "decimal": numerals.decimal,
        "thousands": numerals.group,
        "grouping": grouping,
        "currency": ["", ""],
        "percent": "\u00a0%",
    }
