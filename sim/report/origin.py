"""Where runs come from, in words; which of them ask the same, or hold the same deals."""

from collections.abc import Mapping, Sequence
from typing import Any

from meldlab.sim.report.subject import Subject
from meldlab.sim.simulate.simulation import Simulation


def commands_of(record: Mapping[str, Any]) -> list[str]:
    """Return the commands that made a run: several where it was continued or combined."""
    commands = record.get("commands", [record.get("command", "")])
    return [str(command) for command in commands if command]


def provenance_lines(subject: Subject) -> list[tuple[str, str]]:
    """Return where a run comes from: names and what they are, command and hashes included."""
    words, result = subject.words, subject.result
    record = result.provenance
    environment = record.get("environment", {})
    machine = ", ".join(str(environment[key]) for key in ("os", "cpu") if environment.get(key))
    digest = result.tally.digest() if isinstance(result, Simulation) else result.counts.digest()
    lines = [
        (words("found.counted"), subject.counted),
        (words("found.seeds"), _seeds(subject)),
        (words("found.seconds"), words("found.seconds_value", seconds=words.numerals.figure(result.seconds))),
        (words("found.machine"), machine),
        (words("found.version"), str(record.get("version", ""))),
        (words("found.kernels"), str(record.get("kernel_version", ""))),
        (words("found.rules_hash"), str(subject.task.ruleset_sha256)),
        (words("found.task"), subject.task_id),
        (words("found.tally_hash"), digest),
    ]
    return [(name, value) for name, value in lines if value]


def _seeds(subject: Subject) -> str:
    """Return the seeds, each with its deals where there are several."""
    words = subject.words
    sources = subject.result.provenance.get("sources", [])
    if len(sources) < 2:
        return ", ".join(map(str, subject.seeds))
    return ", ".join(words("found.seed_deals", seed=seed, deals=words.numerals.whole(deals)) for seed, deals in sources)


def same_questions(subjects: Sequence[Subject]) -> list[str]:
    """Return which runs ask the same, with other seeds or on the same deals."""
    words = subjects[0].words
    told = []
    by_task: dict[str, list[Subject]] = {}
    for subject in subjects:
        by_task.setdefault(subject.task_id, []).append(subject)
    for group in by_task.values():
        shared = [each for each in group if any(set(each.seeds) & set(other.seeds) for other in group if other != each)]
        apart = [each for each in group if each not in shared] + shared[:1]
        if len(apart) > 1:
            told.append(words("beside.same_task", runs=names(apart)))
        if shared:
            told.append(words("beside.same_deals", runs=names(shared)))
    return told


def names(subjects: Sequence[Subject]) -> str:
    """Return what some runs are called, together."""
    return ", ".join(subject.name for subject in subjects)
