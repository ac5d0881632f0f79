"""Rules files as plain tables: finding, reading and extending them.  Nothing here knows what a rule means."""

import difflib
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from meldlab.sim.common.errors import Problem, RulesError
from meldlab.sim.rules.schema.notes import field_notes

MAX_BYTES = 1 << 20
MAX_EXTENDS = 16


@dataclass(frozen=True)
class Document:
    """One rules file as read: its words for people, the document it extends, its own tables."""

    where: str
    folder: Path | None
    table: dict[str, Any] = field(hash=False)


@cache
def list_presets() -> tuple[str, ...]:
    """Return the names of the presets that ship with meldlab, sorted."""
    folder = files("meldlab.sim.rules.presets")
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def preset_text(name: str) -> str:
    """Return the TOML text of the preset `name`."""
    return files("meldlab.sim.rules.presets").joinpath(f"{name}.toml").read_text(encoding="utf-8")


def read_document(source: str | Path, *, folder: Path | None = None) -> Document:
    """Return the preset or file that `source` names; a relative path is taken from `folder`.

    Raises
    ------
    RulesError
        If there is no such preset or file, it cannot be read, or it is not TOML (`problems` is empty then).
    """
    if isinstance(source, str) and source in list_presets():
        return Document(source, None, _parse(preset_text(source), where=source))
    if isinstance(source, str) and not looks_like_path(source):
        raise _unknown_preset(source)
    path = Path(source)
    shown = str(path)
    if folder is not None:
        path = folder / path
    table = _parse(_read(path, shown), where=shown)
    if not table:
        empty = Problem("", "the file is empty: it sets no rule", 'a first line such as extends = "indian-rummy"')
        raise RulesError("1 problem", where=shown, problems=[empty])
    return Document(shown, path.parent, table)


def looks_like_path(source: str) -> bool:
    """Return whether `source` names a file rather than a preset."""
    if source.endswith(".toml") or "/" in source or "\\" in source:
        return True
    try:
        return Path(source).is_file()
    except (OSError, ValueError):  # too long a name, or one with a zero byte
        return False


def _unknown_preset(name: str) -> RulesError:
    close = difflib.get_close_matches(name, list_presets(), n=1)
    hint = f"Did you mean {close[0]}?" if close else "A rules file is named by its path, ending in .toml."
    return RulesError(
        f"there is no preset called {name[:60]!r}", where="game", allowed=", ".join(list_presets()), remedy=hint
    )


def _read(path: Path, shown: str) -> str:
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise RulesError(f"cannot be read: {error.strerror or error}", where=shown) from error
    if len(raw) > MAX_BYTES:
        raise RulesError(f"is larger than {MAX_BYTES} bytes; that is no rules file", where=shown)
    try:
        return raw.decode("utf-8-sig")  # editors on Windows put a byte-order mark in front
    except UnicodeDecodeError as error:
        raise RulesError(f"is not UTF-8 text (byte {error.start})", where=shown) from error


def _parse(text: str, *, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"is not TOML: {error}", where=where) from error
    except (RecursionError, ValueError) as error:
        raise RulesError("is not TOML that can be read: nested too deeply or a number too long", where=where) from error


def chain_of(document: Document) -> list[Document]:
    """Return `document` and everything it extends, the most basic first.

    Raises
    ------
    RulesError
        With a problem at ``extends``, if one of them is missing, unreadable, outside the folder of `document`, or
        extends itself.
    """
    chain = [document]
    seen = {_identity(document)}
    root = None if document.folder is None else document.folder.resolve()
    while (parent := chain[0].table.get("extends")) is not None:
        current = chain[0]
        if not isinstance(parent, str):
            raise _bad_extends(current, f"{parent!r} is not text", "a preset's name or a path")
        if parent not in list_presets() and not _lies_in(root, (current.folder or Path()) / parent):
            raise _bad_extends(
                current, f"{parent[:60]!r} leads out of the folder of {document.where}", "a preset, or a file beside it"
            )
        try:
            base = read_document(parent, folder=current.folder or Path())
        except RulesError as error:
            raise _bad_extends(current, _about_base(error), error.allowed) from error
        if _identity(base) in seen or len(chain) > MAX_EXTENDS:
            raise _bad_extends(current, f"{parent!r} leads back to a file that extends it", None)
        seen.add(_identity(base))
        chain.insert(0, base)
    return chain


def _lies_in(root: Path | None, path: Path) -> bool:
    """Return whether `path` is a file, or would be one, in `root`: rules of a stranger open nothing anywhere else."""
    try:
        place = path.resolve()
        regular = place.is_file() or not place.exists()
    except (OSError, RuntimeError, ValueError):  # links in a circle, a name with a zero byte
        return False
    return root is not None and regular and place.is_relative_to(root)


def _identity(document: Document) -> str:
    if document.folder is None:
        return f"preset {document.where}"
    return str((document.folder / Path(document.where).name).resolve())


def _about_base(error: RulesError) -> str:
    """Return why a base cannot be had; a preset's error already says its name, a file's does not."""
    what = error.what if error.where == "game" else f"{error.where} {error.what}"
    return f"{what}. {error.remedy}" if error.remedy else what


def _bad_extends(document: Document, what: str, allowed: str | None) -> RulesError:
    return RulesError("1 problem", where=document.where, problems=[Problem("extends", what, allowed)])


def merge(base: dict[str, Any], over: dict[str, Any], *, prefix: str = "") -> dict[str, Any]:
    """Return `base` with every field of `over` in its place; a rule that is itself a table is replaced whole."""
    merged = dict(base)
    for key, value in over.items():
        dotted = f"{prefix}{key}"
        old = merged.get(key)
        if isinstance(value, dict) and isinstance(old, dict) and dotted not in _whole_tables():
            merged[key] = merge(old, value, prefix=f"{dotted}.")
        else:
            merged[key] = value
    return merged


@cache
def _whole_tables() -> frozenset[str]:
    # Special melds are changed field by field (`special.melds.aces6.value`), any other table is one value.
    return frozenset(note.key for note in field_notes()) - {"special.melds"}
