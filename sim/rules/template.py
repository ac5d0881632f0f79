"""A commented rules file to start from: short, because it extends a preset and lists the rest as comments."""

from itertools import groupby

from meldlab.sim.rules.describe import RuleLine, describe, differences, origin_of
from meldlab.sim.rules.load import load_ruleset
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.schema.notes import show_value


def template(ruleset: Ruleset, *, base: str, name: str) -> str:
    """Return the TOML text of a file called `name` that extends `base` and has the rules of `ruleset`.

    Rules that differ from `base` are set; every other one stands there as a comment with its meaning, its
    allowed values and where its value comes from, ready to be changed.
    """
    changed = {key for key, _, _ in differences(load_ruleset(base), ruleset)}
    lines = [
        f"# Rules file for meldlab. Everything not set here is as in {base}.",
        "# Take the # from a line and change its value; check with: meldlab rules check FILE",
        "",
        f"name = {show_value(name)}",
        f"about = {show_value(ruleset.about.rstrip('.') + ', with house rules.')}",
        f"extends = {show_value(base)}",
    ]
    rules = [line for line in describe(ruleset) if line.key != "objective"]
    for table, group in groupby(rules, key=lambda line: line.key.rpartition(".")[0]):
        lines += ["", f"[{table}]"]
        for line in group:
            lines += _rule(line, origin_of(ruleset, line.key), is_set=line.key in changed)
    return "\n".join(lines) + "\n"


def _rule(line: RuleLine, origin: str, *, is_set: bool) -> list[str]:
    key = line.key.rpartition(".")[2]
    unit = f", {line.unit}" if line.unit else ""
    return [
        f"# {line.sentence}",
        f"#   allowed: {line.allowed}{unit}; {origin}",
        f"{'' if is_set else '# '}{key} = {line.value}",
    ]
