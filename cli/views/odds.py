"""What ``meldlab odds`` shows: probabilities with how they were found, tables by a feature."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from meldlab.cli.options.options import FLAT, Format
from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.mean_text import NEARLY, probability_text
from meldlab.cli.terminal.tables import draw

if TYPE_CHECKING:
    from rich.console import Console

    from meldlab.sim.odds.answer import Odds
    from meldlab.sim.odds.chance import Chance
    from meldlab.sim.odds.tables import OddsBy

_GIVEN = ("contract", "wild", "known", "dead", "draws")


def record(answer: "Odds", format: Format) -> dict[str, Any]:
    """Return an answer as one row; in flat formats limits have columns of their own and cards are text."""
    said = answer.to_dict()
    return _flat(said) if format in FLAT else said


def records_by(table: "OddsBy", format: Format) -> list[dict[str, Any]]:
    """Return the rows of a table by a feature."""
    rows = []
    for row in table.rows:
        said = {table.feature: row.value, **_flat(row.chance.to_dict())}
        if row.within is not None:
            said |= {f"within_{name}": value for name, value in _flat(row.within.to_dict()).items()}
        rows.append(said)
    return rows


def show(answers: Sequence["Odds"], sink: Sink, console: "Console", *, heading: str = "") -> None:
    """Draw answers about one situation (or, of a contract game, one for each contract)."""
    first = answers[0]
    sizes = {answer.cards for answer in answers}
    size = counted(first.cards, "card") if len(sizes) == 1 else "as dealt"
    head(first.ruleset, size, first.given if len(sizes) == 1 else {"decks": first.given["decks"]}, console, heading)
    cards = ("cards",) if len(sizes) > 1 else ()
    table = sink.empty_table("query", numbers=(*cards, "probability", "one in"))
    table.add_column("how it is known", overflow="fold")
    for answer in answers:
        size_cell = [str(answer.cards)] if len(sizes) > 1 else []
        table.add_row(answer.query, *size_cell, *_cells(answer.chance), _how(answer.chance))
    draw(console, table)
    if any(answer.estimate is not None for answer in answers):
        console.print()
        _remarks([answer.chance for answer in answers], sink, console)


def show_by(table: "OddsBy", sink: Sink, console: "Console", *, heading: str = "") -> None:
    """Draw a table by a feature."""
    head(table.ruleset, counted(table.cards, "card"), table.given, console, heading)
    drawn = sink.empty_table(numbers=(table.feature,))
    columns = [("probability", [row.chance for row in table.rows])]
    if table.query is not None:
        columns.append((f"{table.query}, within", [row.within for row in table.rows if row.within is not None]))
    cells = [[_value(row.value)] for row in table.rows]
    for name, chances in columns:
        drawn.add_column(name, justify="right")
        dealt = any(chance.estimate is not None for chance in chances)
        if dealt:
            drawn.add_column("95 % interval", justify="right")
        for line, chance in zip(cells, chances, strict=True):
            line += [_cells(chance)[0], *([_interval(chance)] if dealt else [])]
    drawn.add_column("one in", justify="right")
    for line, row in zip(cells, table.rows, strict=True):
        drawn.add_row(*line, _cells(row.chance)[1])
    draw(console, drawn)
    console.print()
    if all(chance.estimate is None for chance in table.chances):
        console.print(f"{sink.bullet} Every figure is exact; -f json and -f csv give the fractions.", soft_wrap=True)
        return
    console.print(f"{sink.bullet} All rows come from the same hands.", soft_wrap=True)
    _remarks(table.chances, sink, console)


def head(ruleset: str, size: str, given: Any, console: "Console", heading: str) -> None:
    """Print which hands an answer is about: game, pack, size, and what else was given."""
    decks = given.get("decks")
    packs = "" if decks is None else f", {counted(decks, 'deck')}"
    parts = [f"{name} {_text(given[name])}" for name in _GIVEN if name in given]
    console.print(f"{ruleset}{packs}, {size}{''.join(f'; {part}' for part in parts)}", soft_wrap=True)
    if heading:
        console.print(heading, soft_wrap=True)
    console.print()


def _text(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)


def _value(value: int) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _cells(chance: "Chance") -> tuple[str, str]:
    """Return probability and 'one in'; without a hit, or with hits only, they are bounds: never 0, never 1."""
    found = chance.estimate
    if found is None:
        return probability_text(chance.fraction or Fraction(0), digits=9), _one_in(chance)
    if not found.deals and found.interval != "exact":
        return "none dealt", ""
    if not found.probability:
        bound = f"below {found.high:.2g}"
        return (bound, f"over {1 / found.high:,.0f}") if found.high else ("0", "")
    if found.probability == 1 and found.low < 1:
        return f"above {probability_text(found.low, digits=6)}", ""
    return probability_text(found.probability, digits=6), _one_in(chance)


def _one_in(chance: "Chance") -> str:
    """Return one hand in how many it is; of what is nearly all hands, by how much that is above 1."""
    if chance.one_in is None:
        return ""
    share = chance.probability if chance.fraction is None else chance.fraction
    more = float(1 / share - 1)
    return f"1 + {more:.3g}" if 0 < more < NEARLY else _number(chance.one_in)


def _interval(chance: "Chance") -> str:
    dealt = chance.estimate is None or chance.estimate.deals > 0
    return f"{chance.ci95[0]:.6g} to {chance.ci95[1]:.6g}" if dealt else ""


def _number(value: float) -> str:
    return f"{value:,.0f}" if 1e4 <= value < 1e15 else f"{value:.6g}"


def _how(chance: "Chance") -> str:
    found = chance.estimate
    if found is None:
        return f"exact: {chance.fraction}"
    if found.interval == "exact":
        return f"{found.method}, and nothing was left to deal"
    interval = f"95 %: {found.low:.6g} to {found.high:.6g}"
    if not found.hits:
        interval = f"no hit, 95 %: below {found.high:.2g}"
    elif found.probability == 1 and found.low < 1:
        interval = f"nothing but hits, 95 %: above {probability_text(found.low, digits=6)}"
    pilot = f" after a pilot of {found.pilot:,}" if found.pilot else ""
    return f"{found.method}, {counted(found.deals, 'deal')}{pilot}; {interval}"


def _remarks(chances: Sequence["Chance"], sink: Sink, console: "Console") -> None:
    """Say why answers are sampled, and with which seed."""
    seeds = {chance.estimate.seed for chance in chances if chance.estimate is not None}
    if not seeds:
        return
    reasons = dict.fromkeys(chance.reason for chance in chances if chance.reason)
    for reason in reasons:
        console.print(f"{sink.bullet} Sampled: {reason}.", soft_wrap=True)
    console.print(f"{sink.bullet} Seed {', '.join(map(str, seeds))}.", soft_wrap=True)
    if any(chance.target_reached is False for chance in chances):
        console.print(f"{sink.bullet} The target was not reached within the limits.", soft_wrap=True)


def _flat(said: dict[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in said.items():
        if name == "ci95":
            flat |= {"low": value[0], "high": value[1]}
        elif name == "seed":
            flat[name] = str(value)  # a seed of 128 bits is no number of a table
        else:
            flat[name] = _text(value) if isinstance(value, list) else value
    return flat
