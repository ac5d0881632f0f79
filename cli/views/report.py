"""What ``meldlab report`` shows in the terminal: each run as its own command does, its origin, all side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views import compare as compare_view
from meldlab.cli.views import play as play_view
from meldlab.cli.views import simulate as simulate_view
from meldlab.sim.archive.result import Result, read_results
from meldlab.sim.common.errors import QueryError
from meldlab.sim.play.compare.result import Comparison
from meldlab.sim.play.compare.rules_result import RulesComparison
from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.query.conditions import parse_grouping
from meldlab.sim.report.document import figures, with_features
from meldlab.sim.report.markup import plain
from meldlab.sim.report.origin import commands_of, provenance_lines, same_questions
from meldlab.sim.report.subject import Subject
from meldlab.sim.report.tables import together
from meldlab.sim.report.words.words import language
from meldlab.sim.simulate.simulation import Simulation

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class Folder:
    """A folder and the results stored in it."""

    path: Path
    results: tuple[Result, ...]

    @property
    def messages(self) -> list[str]:
        """What a person should know of its parts."""
        return [plain(message) for result in self.results for message in result.messages]


def read_folders(paths: Sequence[Path], *, features: Sequence[str], by: Sequence[str] | None) -> list[Folder]:
    """Return what the folders hold, with these features told; refuses splits that dealt hands do not have.

    Raises
    ------
    RulesError, RunError
        A folder cannot be read.
    QueryError
        A feature or split is no query of the outcomes counted.
    """
    read = [Folder(path, tuple(with_features(read_results(path), features))) for path in paths]
    dealt = [each for folder in read for each in folder.results if isinstance(each, Simulation)]
    for option, asked in (("--feature", features), ("--by", by or ())):
        if asked and not dealt:
            raise QueryError("is asked of dealt hands, and these deals were played", where=f"{option} {asked[0]}")
    for result in dealt:
        for outcome in by or ():
            parse_grouping(outcome, result.task)
    return read


def records(read: Sequence[Folder], *, by: Sequence[str]) -> list[dict[str, Any]]:
    """Return the rows of data files: those of each run's own command, each with the run it is of."""
    rows = []
    for folder in read:
        for result in folder.results:
            name, seed = str(folder.path), str(result.seed)
            rows += [{"run": name, **row, "seed": seed} for row in _own_rows(result, by)]
    return rows


def _own_rows(result: Result, by: Sequence[str]) -> list[dict[str, Any]]:
    if isinstance(result, Simulation):
        return [row for outcome in by or (None,) for row in simulate_view.records(result, by=outcome)]
    if isinstance(result, RulesComparison):
        return [{**row, "deals": result.deals} for row in result.rows().to_dicts()]
    unit = "matches" if isinstance(result, MatchResult) else "deals"
    return [{**row, unit: result.deals} for row in result.players().to_dicts()]


def document(read: Sequence[Folder], *, by: Sequence[str]) -> Any:
    """Return the JSON: of one run what its own command gives, of several a list; with the notes about its parts."""
    listed = [(result, str(folder.path)) for folder in read for result in folder.results]
    found = figures([result for result, _ in listed], [path for _, path in listed], by=by)
    return found[0] if len(found) == 1 else found


def view(read: Sequence[Folder], console: "Console", sink: Sink, *, by: Sequence[str]) -> None:
    """Draw everything."""
    words = language("en")
    listed = [(folder, result) for folder in read for result in folder.results]
    subjects = [Subject(result, words, number) for number, (_, result) in enumerate(listed, start=1)]
    number = 0
    for place, folder in enumerate(read):
        own = subjects[number : number + len(folder.results)]
        number += len(own)
        if place:
            console.print()
        if len(read) > 1:
            console.print(f"{folder.path}", style="bold", soft_wrap=True)
        _folder(own, console, sink, by=by)
    if len(read) > 1:
        _beside(subjects, [str(folder.path) for folder, _ in listed], console, sink)


def _folder(subjects: Sequence[Subject], console: "Console", sink: Sink, *, by: Sequence[str]) -> None:
    whole = together([subject.result for subject in subjects])
    if whole is not None:
        if isinstance(whole, Comparison):
            compare_view.view_pairs(whole, console, sink)
        else:
            compare_view.view_sweep(whole, console, sink)
        _origin(subjects[0], console)
        return
    for place, subject in enumerate(subjects):
        if place:
            console.print()
        _result(subject.result, console, sink, by=by)
        _origin(subject, console)


def _result(result: Result, console: "Console", sink: Sink, *, by: Sequence[str]) -> None:
    """Draw a result as its own command does."""
    if isinstance(result, Simulation):
        simulate_view.view(result, console, by=None, sink=sink)
        for outcome in by:
            console.print()
            simulate_view.draw_by(result, outcome, console, sink, title=f"By {outcome}")
    elif isinstance(result, RulesComparison):
        compare_view.view_rules(result, console, sink)
    else:
        play_view.view(result, console, sink=sink)


def _origin(subject: Subject, console: "Console") -> None:
    """Say by which rules and from where."""
    preset, changed = subject.nearest
    commands = commands_of(subject.result.provenance)
    lines = [("command" if not place else "", command) for place, command in enumerate(commands)]
    lines.append(("rules", _rules(preset, len(changed))))
    lines += [("", f"{key}: {here} (usually {usual})") for key, here, usual in changed]
    lines += provenance_lines(subject)
    width = max(len(name) for name, _ in lines)
    console.print()
    for name, value in lines:
        console.print(plain(f"{name:<{width}}  {value}").rstrip(), soft_wrap=True)


def _rules(preset: str, changes: int) -> str:
    return f"those of {preset}" if not changes else f"nearest to {preset}, {changes} changed:"


def _beside(subjects: Sequence[Subject], names: Sequence[str], console: "Console", sink: Sink) -> None:
    """Draw one row a run, and say which of them ask the same."""
    table = sink.empty_table(
        "run", "folder", "game", "counted", "seed", numbers=("mean score (95 %)",), title="Side by side"
    )
    for subject, name in zip(subjects, names, strict=True):
        seeds = ", ".join(map(str, subject.seeds))
        table.add_row(str(subject.number), name, subject.game, subject.counted, seeds, _mean(subject))
    console.print()
    draw(console, table)
    for text in same_questions(subjects):
        console.print()
        console.print(plain(text), soft_wrap=True)


def _mean(subject: Subject) -> str:
    result = subject.result
    if not isinstance(result, Simulation) or result.score.mean is None:
        return ""
    score = result.score
    limits = "" if score.ci95 is None else f" ({score.ci95[0]:.5g} to {score.ci95[1]:.5g})"
    return f"{score.name} {score.mean:.5g}{limits}"
