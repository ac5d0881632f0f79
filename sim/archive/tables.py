"""Which folders of several are put together: a run's with a run's, tables of `compare` each with its like."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from meldlab.sim.common.errors import RunError
from meldlab.sim.runs.differences import task_differences
from meldlab.sim.runs.gathering import Gathering
from meldlab.sim.runs.parts import Part
from meldlab.sim.runs.places import tables_in

#: The name of what is no table of a comparison but a run by itself.
ALONE = ""


def matched(folders: Sequence[Path]) -> dict[str, list[Path]]:
    """Return the folders whose parts belong together, by the name of their table.

    Parameters
    ----------
    folders
        Output folders of single runs, or all of them of `compare` with the same tables.

    Raises
    ------
    RunError
        Some are of runs and some of comparisons; a table is missing somewhere; the questions differ, then the field
        is named.
    """
    found = [_compared_in(folder) or {ALONE: folder} for folder in folders]
    for place, tables in enumerate(found[1:], start=1):
        _check_same(folders[0], found[0], folders[place], tables)
    return {name: [tables[name] for tables in found] for name in found[0]}


def _compared_in(folder: Path) -> dict[str, Path]:
    """Return the tables of a comparison in a folder, none of a run; RunError where it holds anybody's runs."""
    tables = tables_in(folder)
    tasks = [_first_part(table).record["task"] for table in tables.values()]
    seated = {tuple(task.get("strategies", ())) for task in tasks}
    if len(seated) < len(tasks) or () in seated:
        some = next(iter(tables.values()))
        raise RunError("holds several folders", where=str(folder), allowed=f"one of them, such as {some}")
    return tables


def _check_same(first: Path, ones: Mapping[str, Path], second: Path, others: Mapping[str, Path]) -> None:
    if (ALONE in ones) != (ALONE in others):
        run, tables = (first, second) if ALONE in ones else (second, first)
        raise RunError(
            f"holds tables of a comparison, {run} a single run",
            where=str(tables),
            remedy="Combine runs with runs, and comparisons with comparisons; a table by itself is a run, too",
        )
    missing, more = (sorted(one.keys() - other.keys()) for one, other in ((ones, others), (others, ones)))
    if missing and more:
        one, other = _first_part(ones[missing[0]]), _first_part(others[more[0]])
        differences = task_differences(other.record, one.record) or ["the same table under another name"]
        raise RunError(
            f"is of another comparison than {one.path}: {'; '.join(differences)}",
            where=str(other.path),
            allowed="comparisons with the same tables",
        )
    if missing or more:
        lacking, holding, name = (second, first, missing[0]) if missing else (first, second, more[0])
        raise RunError(
            f"lacks the table {name}, which {holding} holds",
            where=str(lacking),
            remedy="Run its own command to its end first: all tables of a comparison play the same deals",
        )


def _first_part(folder: Path) -> Part:
    return next(part for part, _ in Gathering().add(folder))
