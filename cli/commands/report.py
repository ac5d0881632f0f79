"""``meldlab report``: stored runs for people who never saw the command."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from meldlab.cli.options import bundles, options
from meldlab.cli.output.files import Target, check_target
from meldlab.cli.output.output import sink_for
from meldlab.cli.terminal.remarks import remark, remark_all
from meldlab.sim.common.errors import MeldlabError

if TYPE_CHECKING:
    from meldlab.cli.views.report import Folder

EPILOG = "Example: meldlab report run --html run.html --lang es"

_PAGES, _CHARTS = (".html", ".htm"), (".svg", ".png")


@bundles.bundled
def report(
    *,
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="DIR", help="Run folders: of simulate, play, compare, combined ones; side by side."),
    ],
    html: Annotated[
        Path | None,
        options.option(
            "--html",
            metavar="FILE",
            help="Also write a page: one file, without scripts, that needs no network. Needs the extra `report`.",
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        options.option(
            "--plot", metavar="FILE.svg|png", help="Also draw the chart that says most. Needs the extra `report`."
        ),
    ] = None,
    lang: Annotated[
        str | None,
        options.option("--lang", metavar="en|es|mr", help="The language of page and chart.", show_default="en"),
    ] = None,
    by: Annotated[
        list[str] | None,
        options.option("--by", metavar="OUTCOME", help="Split dealt hands by an outcome, or by a query; repeatable."),
    ] = None,
    features: Annotated[
        list[str] | None,
        options.option("--feature", metavar="QUERY", help="Tell of dealt hands this instead of the usual; repeatable."),
    ] = None,
    printing: bundles.Printing,
) -> None:
    """Show what stored runs found: figures, rules, where they come from; as a page or a chart too.

    Nothing is dealt, and no strategy is run: the figures are those that were stored. Damaged and missing parts are
    told on stderr; what is damaged counts nowhere.
    """
    sink = sink_for(printing)
    _check_pictures(html, plot, lang)
    from meldlab.cli.views.report import document, read_folders, records, view

    read = read_folders(folders, features=features or [], by=by)
    for folder in read:
        remark_all(folder.messages, quiet=printing.quiet)
    drawn: list[tuple[Path, str | bytes]] = []  # all of it before any is written: what is refused leaves nothing behind
    if html is not None:
        drawn.append((html, _page(read, lang=lang or "en", by=by)))
    if plot is not None:
        drawn.append((plot, _chart(plot, read, lang=lang or "en")))
    for path, picture in drawn:
        with Target(path, binary=isinstance(picture, bytes)) as stream:
            stream.write(picture)
    splits = by or []
    sink.write(
        records(read, by=splits),
        view=lambda console: view(read, console, sink, by=splits),
        document=document(read, by=splits),
    )
    for path, _ in drawn:
        remark(f"Wrote {path}.", quiet=printing.quiet)


def _check_pictures(html: Path | None, plot: Path | None, lang: str | None) -> None:
    """Refuse what could not be written, before anything is read."""
    for option, path, suffixes in (("--html", html, _PAGES), ("--plot", plot, _CHARTS)):
        if path is None:
            continue
        if path.suffix.lower() not in suffixes:
            raise MeldlabError("has another suffix", where=f"{option} {path}", allowed=", ".join(suffixes))
        check_target(path, option=option)
    from meldlab.sim.report.charts.drawing import check_charts
    from meldlab.sim.report.words.words import language

    language(lang or "en")
    if html is not None or plot is not None:
        check_charts()
    elif lang is not None:
        raise MeldlabError(
            "changes pages and charts, and none is written", where="--lang", remedy="Add --html FILE or --plot FILE"
        )


def _page(read: "list[Folder]", *, lang: str, by: list[str] | None) -> str:
    from meldlab.sim.report.document import html_report

    listed = [(result, str(folder.path)) for folder in read for result in folder.results]
    return html_report([result for result, _ in listed], lang=lang, by=by, runs=[path for _, path in listed])


def _chart(path: Path, read: "list[Folder]", *, lang: str) -> bytes:
    from meldlab.sim.report.document import main_chart

    kind = path.suffix.lower().removeprefix(".")
    return main_chart([result for folder in read for result in folder.results], kind=kind, lang=lang)
