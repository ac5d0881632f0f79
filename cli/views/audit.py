"""What ``meldlab audit`` shows in the terminal: the verdict, every test, what the log could not have shown."""

from typing import TYPE_CHECKING

from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.tables import draw

if TYPE_CHECKING:
    from rich.console import Console

    from meldlab.sim.audit.result import AuditResult


def view(result: "AuditResult", console: "Console", *, sink: Sink) -> None:
    """Draw an audit on a console."""
    console.print(
        f"{result.ruleset}, {result.pack_words}; {result.log}: {counted(result.deals, 'deal')}, "
        f"{counted(result.hands, 'hand')}, seat{'s'[: len(result.seats) != 1]} {', '.join(map(str, result.seats))}",
        soft_wrap=True,
    )
    console.print()
    if result.is_fair:
        console.print(f"Nothing found: no test fails at {result.alpha:g}, all tests together", soft_wrap=True)
    else:
        found = counted(len(result.findings), "finding")
        console.print(f"{found}; fair deals show any with a chance of at most {result.alpha:g}", soft_wrap=True)
    for test in result.findings:
        console.print(
            f"{sink.bullet} {test.name}: {test.found} (p = {test.p_adjusted:.2g}). {test.question}", soft_wrap=True
        )
    console.print()
    title = "Tests; p corrected for their number (Holm); the smallest fault seen with 90 %"
    table = sink.empty_table("test", numbers=("p", "corrected"), after=("in the log", "smallest fault"), title=title)
    for test in result.tests:
        mark = " *" if test.finding else ""
        table.add_row(test.name + mark, f"{test.p:.2g}", f"{test.p_adjusted:.2g}", test.found, test.smallest_words)
    draw(console, table)
    console.print()
    for remark in (*_origins(result), *result.remarks):
        console.print(f"{sink.bullet} {remark}", soft_wrap=True)
    console.print()
    console.print("What no test of deals sees")
    for words in result.cannot_see:
        console.print(f"{sink.bullet} {words}", soft_wrap=True)


def _origins(result: "AuditResult") -> list[str]:
    """Return where expectations come from."""
    others: dict[str, list[str]] = {}
    for test in result.tests:
        if test.expected != "exact":
            others.setdefault(test.expected, []).append(test.name)
    told = [f"{', '.join(names)}: {origin}" for origin, names in others.items()]
    seed = f", seed {result.seed}" if any("simulated" in origin for origin in others) else ""
    return [f"Expectations are exact{', but for ' + '; '.join(told) if told else ''}{seed}."]
