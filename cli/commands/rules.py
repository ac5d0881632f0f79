"""``meldlab rules``: the rule files themselves: list, show, start, check, compare, schema."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from meldlab.cli.exit_codes import CHECK_FAILED
from meldlab.cli.options import bundles, options
from meldlab.cli.options.choices import overrides, rules_named
from meldlab.cli.options.help import Command, Group
from meldlab.cli.output.output import make_sink, sink_for
from meldlab.cli.terminal.remarks import remark
from meldlab.cli.terminal.tables import draw
from meldlab.sim.common.errors import MeldlabError, RulesError

if TYPE_CHECKING:
    from rich.console import Console

    from meldlab.sim.rules import Ruleset

app = typer.Typer(cls=Group, help="Rule files: list, show, start, check, compare.", no_args_is_help=True)

Source = Annotated[str, typer.Argument(metavar="PRESET|FILE", help="A preset or the path of a rules file.")]


def load(source: str, assignments: list[str] | None) -> "Ruleset":
    """Return the ruleset of the argument and ``--set``."""
    from meldlab.sim.rules import load_ruleset

    with rules_named(source):
        return load_ruleset(source, set=overrides(assignments))


@app.command("list", cls=Command, epilog="Example: meldlab rules list --json")
@bundles.bundled
def list_rules(*, printing: bundles.Printing) -> None:
    """List the presets: name, objective, what it is, and the hash of its rules."""
    from meldlab.sim.rules import list_presets, load_ruleset

    sink = sink_for(printing)
    sets = [load_ruleset(name) for name in list_presets()]
    records = [
        {"name": each.name, "objective": each.objective, "about": each.about, "rules_sha256": each.sha256}
        for each in sets
    ]
    short = [{**record, "rules_sha256": record["rules_sha256"][:12]} for record in records]
    sink.write(records, view=lambda console: draw(console, sink.table(short)))


@app.command("show", cls=Command, epilog="Example: meldlab rules show indian-rummy --set run.ace=high")
@bundles.bundled
def show_rules(
    *,
    source: Source,
    assignments: options.Set = None,
    hash_only: Annotated[
        bool, options.option("--hash", help="Only the identity of the rules, and the text that was hashed.")
    ] = False,
    printing: bundles.Printing,
) -> None:
    """Show every rule of a ruleset: value, meaning, allowed values, default, and where the value comes from.

    Origins are `seed` (a sentence of the rules text meldlab was made from), `public` (published rules) or
    `decision` (the texts are silent or disagree).
    """
    from dataclasses import asdict

    from meldlab.sim.rules.describe import describe

    sink = sink_for(printing, inputs=(source,))
    ruleset = load(source, assignments)
    if hash_only:
        record = {"name": ruleset.name, "rules_sha256": ruleset.sha256, "hashed": ruleset.canonical_json()}
        lines = f"{ruleset.sha256}\n{record['hashed']}"
        sink.write([record], single=True, view=lambda console: console.print(lines, soft_wrap=True))
        return
    records = [asdict(line) for line in describe(ruleset)]

    def view(console: "Console") -> None:
        console.print(f"{ruleset.name}: {ruleset.about}", f"rules_sha256 {ruleset.sha256}", sep="\n")
        for record in records:
            unit = f" {record['unit']}" if record["unit"] and record["value"][0].isdigit() else ""
            console.print(f"\n{record['key']} = {record['value']}", style="bold", end="")
            console.print(unit)
            console.print(f"  {record['sentence']}")
            console.print(f"  allowed: {record['allowed']}; default {record['default']}")
            console.print(f"  {record['origin']}")

    document = {"name": ruleset.name, "about": ruleset.about, "rules_sha256": ruleset.sha256, "rules": records}
    sink.write(records, view=view, document=document)


@app.command("new", cls=Command, epilog="Example: meldlab rules new my-house.toml --from continental --set points.A=30")
@bundles.bundled
def new_rules(
    *,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="The file to write; it must not exist.", show_default=False)
    ] = None,
    base: Annotated[
        str, options.option("--from", metavar="PRESET", help="The preset to start from.", show_default=True)
    ] = "indian-rummy",
    assignments: options.Set = None,
    output: Annotated[
        Path | None, options.option("-o", "--output", metavar="FILE", help="The file to write, as the argument.")
    ] = None,
    printing: bundles.Saying,
) -> None:
    """Start a rules file of your own from a preset: every rule with its meaning and allowed values as a comment."""
    from meldlab.sim.rules import list_presets
    from meldlab.sim.rules.template import template

    if file is not None and output is not None:
        raise MeldlabError("the file is named twice", where=f"-o {output}", remedy="Give it once")
    file = file or output
    if file is None:
        raise MeldlabError("the file to write is missing", where="FILE", remedy="For example: my-house.toml")
    if base not in list_presets():
        raise MeldlabError(f"{base!r} is no preset", where="--from", allowed=", ".join(list_presets()))
    if file.suffix != ".toml":
        raise MeldlabError("a rules file ends in .toml", where=str(file))
    text = template(load(base, assignments), base=base, name=file.stem)
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError as error:
        remedy = "Choose another name or remove it first"
        raise MeldlabError("is there already and is not overwritten", where=str(file), remedy=remedy) from error
    except OSError as error:
        with contextlib.suppress(OSError):
            file.unlink()  # it was not there before, and half a file helps nobody
        raise MeldlabError(f"cannot be written: {error.strerror or error}", where=str(file)) from error
    remark(f"Wrote {file}. Change what you like, then: meldlab rules check {file}", quiet=printing.quiet)


@app.command("check", cls=Command, epilog="Example: meldlab rules check my-house.toml")
@bundles.bundled
def check_rules(
    *,
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Rules files (or presets).")],
    printing: bundles.Printing,
) -> None:
    """Check rules files and list all their problems at once; exit code 4 if there are any.

    Every file is looked at. A file that cannot be read or is not TOML is bad input (exit code 2).
    """
    sink = sink_for(printing, inputs=files)
    answers = [_checked(file) for file in files]
    records = [record for record, _ in answers if record is not None]
    unreadable = [error for _, error in answers if error is not None]

    def view(console: "Console") -> None:
        for record in records:
            problems = record["problems"]
            if not isinstance(problems, list) or not problems:
                console.print(f"{record['file']}: no problems", soft_wrap=True)
                continue
            count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
            console.print(f"{record['where']}: {count}", soft_wrap=True)
            for problem in problems:
                allowed = f" (allowed: {problem['allowed']})" if problem["allowed"] else ""
                console.print(f"  {problem['key']}: {problem['problem']}{allowed}", soft_wrap=True)

    if records:
        sink.write(records, view=view)
    if unreadable:
        for error in unreadable[:-1]:
            remark(f"meldlab: {error}")
        raise unreadable[-1]
    if not all(record["ok"] for record in records):
        raise typer.Exit(CHECK_FAILED)


def _checked(file: str) -> tuple[dict[str, object] | None, RulesError | None]:
    """Return the record of one file, or why there is nothing in it to check."""
    try:
        ruleset = load(file, None)
    except RulesError as error:
        if not error.problems:
            return None, error
        problems = [{"key": each.key, "problem": each.what, "allowed": each.allowed} for each in error.problems]
        return {"file": file, "ok": False, "where": error.where, "problems": problems}, None
    return {"file": file, "ok": True, "rules_sha256": ruleset.sha256, "problems": []}, None


@app.command("diff", cls=Command, epilog="Example: meldlab rules diff continental carioca")
@bundles.bundled
def diff_rules(*, left: Source, right: Source, printing: bundles.Printing) -> None:
    """Compare two rulesets rule by rule; rules that one of them does not read are shown as `-`."""
    from meldlab.sim.rules.describe import differences

    sink = sink_for(printing, inputs=(left, right))
    ours, theirs = load(left, None), load(right, None)
    records = [{"key": key, "left": one, "right": other} for key, one, other in differences(ours, theirs)]
    rows = [{"rule": each["key"], left: each["left"] or "-", right: each["right"] or "-"} for each in records]

    def view(console: "Console") -> None:
        if rows:
            draw(console, sink.table(rows))
        else:
            console.print("the same rules")

    sink.write(records, view=view)


@app.command("schema", cls=Command, epilog="Example: meldlab rules schema -o rules.schema.json")
def schema(output: options.Output = None, quiet: options.Quiet = False, verbose: options.Verbose = False) -> None:
    """Print the JSON schema of rules files, for editors that check TOML while you type."""
    from meldlab.sim.rules.describe import json_schema

    if output is not None and output.suffix.lower() not in ("", ".json"):
        raise MeldlabError("a schema is JSON", where=f"-o {output}", allowed="a name that ends in .json")
    sink = make_sink(as_json=True, output=output)
    sink.write([], document=json_schema())
