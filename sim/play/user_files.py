"""Strategies in files of users: ``mine.py:Careful(limit=4)`` is class `Careful` of ``mine.py``, called with numbers."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

from meldlab.sim.table.player_errors import USER_ERRORS, UserCodeError, make_player
from meldlab.sim.table.strategies import StrategyError, read_numbers, usual_numbers, written

_TEXT = re.compile(r"\s*(?P<path>.+\.py)(?::(?P<kind>[A-Za-z_]\w*)\s*(?:\((?P<numbers>.*)\))?)?\s*", re.DOTALL)
_FILE = re.compile(r"[^()]*\.py\s*(:.*)?", re.DOTALL)


def is_file(text: str) -> bool:
    """Return whether a text names a file rather than a compiled strategy."""
    return _FILE.fullmatch(text) is not None


@dataclass(frozen=True)
class UserFile:
    """A class of a file, and the numbers it is called with.

    Attributes
    ----------
    path : str
        Absolute, since engines may run elsewhere.
    kind : str
        Name of the class.
    numbers : tuple of (str, number)
        Those that were given.
    name : str
        The file's own name, the class, and all numbers.
    sha256 : str
        Of the file's text.
    """

    path: str
    kind: str
    numbers: tuple[tuple[str, Any], ...]
    name: str
    sha256: str

    @classmethod
    def read(cls, text: str) -> "UserFile":
        """Return what `text` names.

        Raises
        ------
        StrategyError
            No such file, class or number; the file cannot be run.
        """
        where = f"strategy {text!r}"
        found = _TEXT.fullmatch(text)
        if found is None or found["kind"] is None:
            raise StrategyError("names no class of the file", where=where, allowed="mine.py:Careful")
        path = Path(found["path"].strip())
        content = _content(path, where)
        kind = _kind(_module(path, content, where), found["kind"], where)
        usual = usual_numbers(kind)
        numbers = read_numbers(found["numbers"] or "", usual, name=found["kind"], where=where)
        shown = {each: value for each, value in {**usual, **numbers}.items() if isinstance(value, (int, float))}
        name = written(f"{path.name}:{found['kind']}", shown)
        return cls(str(path.resolve()), found["kind"], tuple(numbers.items()), name, _hash(content))

    def make(self) -> Any:
        """Return a new object of the class; StrategyError if that fails, or the file has another text now."""
        content = _content(Path(self.path), self.name)
        if _hash(content) != self.sha256:
            raise StrategyError(f"{self.path} has changed since the run began", where=self.name)
        kind = _kind(_module(Path(self.path), content, self.name), self.kind, self.name)
        return make_player(kind, dict(self.numbers), name=self.name)


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


def _content(path: Path, where: str) -> bytes:
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise OSError(0, "it is no regular file")
        return path.read_bytes()
    except OSError as error:
        raise StrategyError(f"{path} cannot be read: {error.strerror}", where=where) from error


def _module(path: Path, content: bytes, where: str) -> ModuleType:
    """Return the module of this text, of a name of its own; run once a process."""
    # The name holds the text's hash: the same text of the same file is the same module, another text another one.
    name = f"meldlab_user_{sha256(str(path.resolve()).encode() + content).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_loader(name, loader=None, origin=str(path))
    if spec is None:
        raise AssertionError("a spec is made of any name")
    module = module_from_spec(spec)
    module.__file__ = str(path.resolve())
    sys.modules[name] = module  # dataclasses look their module up
    try:
        # The very text that was hashed, whatever lies in the file by now.
        exec(compile(content, str(path), "exec"), module.__dict__)
    except USER_ERRORS as error:
        del sys.modules[name]
        raise UserCodeError(f"{path} cannot be run: {type(error).__name__}: {error}", where=where) from error
    return module


def _kind(module: ModuleType, name: str, where: str) -> type:
    own: Mapping[str, object] = module.__dict__
    found = own.get(name)
    if isinstance(found, type):
        return found
    able = [each for each, value in own.items() if isinstance(value, type) and hasattr(value, "act")]
    raise StrategyError(f"there is no class {name}", where=where, allowed=", ".join(able) or None)
