"""The section that says how the figures were found, and how anybody can find them again."""

from shlex import quote

from meldlab.sim.report.markup import Markup, tag
from meldlab.sim.report.origin import commands_of, provenance_lines
from meldlab.sim.report.page import facts, section
from meldlab.sim.report.subject import Subject
from meldlab.sim.simulate.simulation import Simulation


def found(subject: Subject) -> Markup:
    """Return method and provenance."""
    words, result = subject.words, subject.result
    of_hands = ("found.hands", "found.interval", "found.repeat")
    of_play = ("found.play", "found.interval", "found.means", "found.repeat")
    sentences = map(words, of_hands if isinstance(result, Simulation) else of_play)
    commands = [tag("pre", tag("code", command)) for command in commands_of(result.provenance)]
    return section(
        words("found.heading"),
        *(tag("p", sentence) for sentence in sentences),
        *commands,
        tag("p", words("found.check", folder=quote(subject.folder or "DIR")), class_="faint"),
        facts(provenance_lines(subject)),
        name="found",
    )
