"""What ``meldlab odds --list`` shows: every feature and special that may be asked about the hands given."""

from typing import TYPE_CHECKING, Any

from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.odds import head

if TYPE_CHECKING:
    from rich.console import Console

    from meldlab.sim.odds.question import Question
    from meldlab.sim.query.vocabulary import Entry

_LANGUAGE = (
    "A query compares features with whole numbers (>= > <= < == !=, 3 <= naturals(A) <= 5) and joins these, "
    "specials and what is yes or no with and, or, not and parentheses."
)


def entries(question: "Question") -> list[dict[str, Any]]:
    """Return what may be asked, one row a feature or special; what every such hand has none of is left out."""
    rows = []
    needs = question.needing_contract()
    for entry in _asked(question):
        special = entry.special or entry.meaning is not None
        row: dict[str, Any] = {
            "name": entry.name if entry.argument is None else f"{entry.name}({entry.argument.example})",
            "kind": "special" if special else "feature",
            "from": entry.minimum,
            "to": entry.maximum,
            "sentence": entry.sentence + ("" if entry.argument is None else f" ({entry.argument.sentence})"),
        }
        if question.deal.ruleset.contracts:
            row["needs"] = "contract" if entry.name in needs else None
        rows.append(row)
    return rows


def show_entries(question: "Question", sink: Sink, console: "Console", *, assumed: str | None) -> None:
    """Draw the list of what may be asked; `assumed` is the contract that nobody has named."""
    deal = question.deal
    given = {name: value for name, value in question.to_dict().items() if name != "contract" or assumed is None}
    head(deal.ruleset.name, counted(deal.cards, "card"), given, console, "")
    if assumed is not None:
        console.print(f"Values are those of the {deal.cards} cards dealt for {assumed}.\n", soft_wrap=True)
    table = sink.empty_table("name")
    table.add_column("values", no_wrap=True)
    table.add_column("what it says of a hand")
    for entry, row in zip(_asked(question), entries(question), strict=True):
        span = "yes or no" if entry.yes_or_no else f"{row['from']} to {row['to']}"
        table.add_row(row["name"], "special" if row["kind"] == "special" else span, row["sentence"])
    draw(console, table)
    console.print()
    for line in _left_out(question, assumed=assumed):
        console.print(f"{sink.bullet} {line}", soft_wrap=True)
    console.print(_LANGUAGE, soft_wrap=True)


def _asked(question: "Question") -> list["Entry"]:
    return [entry for entry in question.vocabulary.known if entry.refused is None and not _is_always_0(entry)]


def _is_always_0(entry: "Entry") -> bool:
    return entry.meaning is None and (entry.minimum, entry.maximum) == (0, 0)


def _left_out(question: "Question", *, assumed: str | None) -> list[str]:
    """Return what is to be said of features that need something more, or that no such hand has."""
    lines = []
    needs = question.needing_contract()
    if needs:
        lines.append(f"{', '.join(needs)} need --contract.")
    if assumed is not None:
        lines.append("Without --contract a question must say how many cards there are (--cards, --draws).")
    refused: dict[str, list[str]] = {}
    for entry in question.vocabulary.known:
        if entry.refused is not None:
            refused.setdefault(entry.refused, []).append(entry.name)
    for hands, names in refused.items():
        lines.append(f"{_names(names)} not listed: asked of {hands} only.")
    nothing = [entry.name for entry in question.vocabulary.known if _is_always_0(entry)]
    if nothing:
        lines.append(f"{_names(nothing)} not listed: 0 of every such hand.")
    return lines


def _names(names: list[str]) -> str:
    return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'}"
