"""What two runs do not have in common, field by field, as a person would say it."""

import json
from collections.abc import Mapping
from typing import Any

_NAMES = {"kernel_version": "kernel version", "chunk_deals": "deals a chunk"}


def task_differences(stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    """Return where a stored run asks another question than the one that is wanted.

    Parameters
    ----------
    stored
        The record of a part.
    wanted
        The record it should have; of both, `task`, `game` and `ruleset_json` are read.

    Returns
    -------
    list of str
        Such as ``run.ace "low", not "high"``; empty when both ask the same.
    """
    theirs, ours = stored.get("task"), wanted["task"]
    known = theirs if isinstance(theirs, Mapping) else {}
    games = (stored.get("objective"), wanted.get("objective", stored.get("objective")))
    if games[0] != games[1]:
        return [f"game {_short(stored.get('game'))}, not {_short(wanted.get('game'))}"]
    if known.get("question") != ours.get("question"):  # then nothing else can be compared
        return [f"question {_short(known.get('question'))}, not {_short(ours.get('question'))}"]
    found: list[str] = []
    for key in dict.fromkeys([*ours, *known]):
        one, other = known.get(key), ours.get(key)
        if one == other:
            continue
        if key == "ruleset_sha256":
            found += _rules(stored, wanted)
        elif key == "other_ruleset_sha256":
            found += [f"the other {each}" for each in _rules(_other(stored), _other(wanted))]
        elif key == "sources":
            texts = one if isinstance(one, Mapping) else {}
            changed = [name for name, text in (other or {}).items() if texts.get(name, text) != text]
            found += [f"{name} has another text now" for name in changed]
        elif key != "columns":
            one, other = ("drawn with each deal" if key == "wild" and each is None else each for each in (one, other))
            found.append(f"{_NAMES.get(key, key)} {_short(one)}, not {_short(other)}")
    if not found and known.get("columns") != ours.get("columns"):  # with other rules they may differ, too
        found.append("its deals are counted by other outcomes, as another version of meldlab does")
    if not found and stored.get("task_id") != wanted.get("task_id"):
        return ["another task"]
    return found


def _rules(stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    """Return the rules that differ, each with both values; with many of them only the names of the games."""
    one, other = (_values(record.get("ruleset_json")) for record in (stored, wanted))
    keys = sorted(key for key in {*one, *other} if one.get(key) != other.get(key))
    if not 0 < len(keys) <= 5:
        hashes = (_short(record.get("ruleset_sha256")) for record in (stored, wanted))
        texts = [f"{record.get('game')} {text}" for record, text in zip((stored, wanted), hashes, strict=True)]
        return [f"ruleset {texts[0]}, not {texts[1]}"]
    return [f"{key} {json.dumps(one.get(key))}, not {json.dumps(other.get(key))}" for key in keys]


def _other(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a record says of the second of two rulesets."""
    parameters, task = record.get("parameters"), record["task"]
    text = parameters.get("other_ruleset_json") if isinstance(parameters, Mapping) else None
    return {"game": "with hash", "ruleset_json": text, "ruleset_sha256": task.get("other_ruleset_sha256")}


def _values(text: object) -> dict[str, Any]:
    try:
        values = json.loads(text) if isinstance(text, str) else {}
    except (ValueError, RecursionError):
        values = {}
    return values if isinstance(values, dict) else {}


def _short(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    text = "none" if value is None else str(value)
    return text[:12] if len(text) >= 32 else text
