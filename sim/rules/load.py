"""From a preset, a file and overrides to a validated `Ruleset`, or to all problems at once."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from meldlab.sim.common.arguments import check_overrides, plain, refuse
from meldlab.sim.common.errors import Problem, RulesError
from meldlab.sim.rules.problems import key_of, problems_of
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.schema.notes import field_notes
from meldlab.sim.rules.source import Document, chain_of, list_presets, merge, read_document

GAMES = "a preset's name such as 'indian-rummy', or the path of a rules file"
_DEEPEST = 8
ORIGIN_KINDS = ("seed", "public", "decision")


def load_ruleset(game: str | Path, *, set: Mapping[str, object] | None = None) -> Ruleset:
    """Return the ruleset of a preset name or a TOML file, with single fields overridden.

    Parameters
    ----------
    game
        A preset (``"indian-rummy"``) or the path of a rules file.
    set
        Rules to override, dotted keys and values as ``--set`` gives them: ``{"run.ace": "high"}``.

    Raises
    ------
    ArgumentError
        If an argument has a wrong type.
    RulesError
        If the game cannot be found or read (`problems` is empty), or if anything in it is wrong
        (`problems` holds every problem, each with its key, value and what would be allowed).
    """
    if not isinstance(game, (str, Path)):
        refuse("game", game, GAMES)
    check_overrides("set", set)
    document = read_document(game)
    chain = chain_of(document)
    merged: dict[str, Any] = {}
    for link in chain:
        merged = _extended(merged, link)
        if link is not document:
            _validated(merged, where=f"{link.where}, which {document.where} extends")
    if document.folder is not None and "name" not in document.table:
        merged["name"] = Path(document.where).stem
    ruleset = _validated(merged, where=document.where)
    if not set:
        return ruleset
    changed = _extended(merged, Document("--set", None, _nested(set)))
    return _validated(changed, where="set")


def ruleset_of(game: str | Path | Ruleset, *, set: Mapping[str, object] | None = None) -> Ruleset:
    """Return a ruleset that is loaded already as it is, else that of `load_ruleset`.

    Raises
    ------
    ArgumentError, RulesError
        As `load_ruleset`; or a loaded ruleset is to be changed.
    """
    if not isinstance(game, Ruleset):
        if not isinstance(game, (str, Path)):
            refuse("game", game, f"{GAMES}, or a loaded ruleset")
        return load_ruleset(game, set=set)
    check_overrides("set", set)
    if set:
        raise RulesError(
            "rules cannot be overridden in a loaded ruleset",
            where="set",
            remedy="Give the preset's name or the rules file together with the overrides",
        )
    return game


def stored_ruleset(text: str, *, name: str) -> Ruleset:
    """Return the ruleset that `text`, its canonical JSON, describes; that of a preset knows its named specials, too.

    Parameters
    ----------
    text
        As `Ruleset.canonical_json` returns it.
    name
        What the ruleset was called.

    Raises
    ------
    RulesError
        The text describes no ruleset.
    """
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesError("are no JSON", where=f"the stored rules of {name}") from error
    if not isinstance(values, dict):
        raise RulesError("are no JSON object", where=f"the stored rules of {name}")
    ruleset = _validated({**_nested(values), "name": name}, where=f"the stored rules of {name}")
    if name in list_presets():
        preset = load_ruleset(name)
        if preset.sha256 == ruleset.sha256:
            return preset
    return ruleset


def parse_assignment(text: str) -> tuple[str, object]:
    """Return key and value of ``run.ace=high``; the value is TOML, and a bare word is text.

    Raises
    ------
    RulesError
        If there is no ``=``, a part is empty, or the value is neither TOML nor a bare word.
    """
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value or not all(key.split(".")):
        raise RulesError(f"{text[:60]!r} is not KEY=VALUE", where="--set", remedy="For example: --set run.ace=high")
    try:
        table = tomllib.loads(f"value = {value}")
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        if all(letter.isalnum() or letter in "_-./" for letter in value):
            return key, value
        raise RulesError(f"{value[:60]!r} is not a TOML value", where=f"--set {key}") from error
    if set(table) != {"value"}:
        raise RulesError(f"{value[:60]!r} is more than one value", where=f"--set {key}")
    return key, table["value"]


def _extended(base: dict[str, Any], link: Document) -> dict[str, Any]:
    """Return `base` with one document over it; values it changes lose the origin they had."""
    _check_depth(link)
    own = {key: value for key, value in link.table.items() if key != "extends"}
    changed = set(_leaves(own))
    merged = merge(base, own)
    origin = merged.get("origin", {})
    if isinstance(origin, dict):
        said = own.get("origin", {})
        kept = {key: words for key, words in origin.items() if key in said or key not in changed}
        if link.where == "--set" or link.folder is not None:
            kept |= {key: f"decision: {link.where}" for key in changed if isinstance(said, dict) and key not in said}
        merged["origin"] = kept
    return merged


def _check_depth(link: Document) -> None:
    """Raise RulesError for tables in tables in tables ...: no rule lies deep."""
    inside: list[Any] = [link.table]
    for _ in range(_DEEPEST):
        inside = [value for table in inside for value in table.values() if isinstance(value, Mapping)]
        if not inside:
            return
    raise RulesError("holds tables nested too deeply", where=link.where, allowed=f"up to {_DEEPEST} of them")


def _leaves(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield the dotted keys of the rules that `table` sets."""
    for name, value in table.items():
        if not prefix and name in ("name", "about", "named", "origin"):
            continue
        key = f"{prefix}{name}"
        known = key_of(tuple(key.split(".")))
        if known is not None:
            yield known
        elif isinstance(value, Mapping):
            yield from _leaves(value, f"{key}.")


def _nested(overrides: Mapping[str, object]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for dotted, value in overrides.items():
        *parents, last = dotted.split(".")
        place = table
        for part in parents:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                raise RulesError(f"{dotted} and a key above it are both given", where="set")
        place[last] = value
    return table


def _validated(table: dict[str, Any], *, where: str) -> Ruleset:
    # Through JSON, because strict types then still accept a TOML array for a tuple and a text key for a number.
    origin_problems = _origin_problems(table.get("origin"))
    try:
        ruleset = Ruleset.model_validate_json(json.dumps(table, default=_as_json))
        problems = origin_problems
    except ValidationError as error:
        problems = [*problems_of(error, table, Ruleset), *origin_problems]
    if problems:
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        raise RulesError(count, where=where, problems=problems)
    return ruleset


def _as_json(value: object) -> object:
    """Return a value that JSON does not know as what it stands for: a number of numpy as one, all else as text."""
    number = plain(value)
    return str(value) if number is value else number


def _origin_problems(origin: object) -> list[Problem]:
    if not isinstance(origin, dict):
        return []
    problems = []
    for key, words in origin.items():
        if key_of(tuple(key.split("."))) is None and not any(note.key.startswith(f"{key}.") for note in field_notes()):
            problems.append(Problem(f"origin.{key}", "there is no such rule"))
        if isinstance(words, str) and words.partition(":")[0] not in ORIGIN_KINDS:
            allowed = ", ".join(f'"{kind}: ..."' for kind in ORIGIN_KINDS)
            problems.append(Problem(f"origin.{key}", f"{words[:60]!r} does not say where the value is from", allowed))
    return problems
