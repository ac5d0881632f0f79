"""The one place that decides how kernels are compiled and where the machine code is kept.

Numba looks only at a function's own file when it decides whether cached machine code is still good, so a
change in a helper module would leave stale code behind.  Here each module's cache folder is named by a hash
of its code and of every kernel module it imports (and of the numba version): stale code is out of reach,
and a change in one room does not throw away the machine code of the others.  Code is the syntax tree: moving
a file or explaining it anew changes no version, so it ends nobody's run.
"""

import ast
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


class _Config(Protocol):
    """The settings of numba used here; numba makes them while it is imported, out of a type checker's sight."""

    DISABLE_JIT: int
    CACHE_DIR: str


config = cast(_Config, numba.config)

_ROOT = Path(__file__).resolve().parent
_PACKAGE = "meldlab.kernels"


def _essence(node: object, imports: list[ast.Import | ast.ImportFrom]) -> object:
    """Return what machine code depends on below `node`, the same for every Python; imports are gathered apart."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        imports.append(node)
        return None
    if isinstance(node, ast.Constant):
        return repr(node.value)
    if isinstance(node, ast.AST):
        fields = ((name, _essence(value, imports)) for name, value in ast.iter_fields(node) if value is not None)
        return type(node).__name__, *((name, value) for name, value in fields if value != ())
    if isinstance(node, list):
        return tuple(_essence(each, imports) for each in node if not _is_text(each))
    return repr(node)


def _is_text(statement: object) -> bool:
    """Return whether a statement is a docstring."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _imported(node: ast.Import | ast.ImportFrom, package: str) -> list[tuple[str, str, str]]:
    """Return for each name of an import its module with all dots resolved, the name there, and the name here."""
    if isinstance(node, ast.Import):
        return [(each.name, "", each.asname or each.name) for each in node.names]
    above = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
    module = ".".join([*above, *([node.module] if node.module else [])])
    return [(module, each.name, each.asname or each.name) for each in node.names]


def _source_of(module: str, root: Path) -> Path | None:
    """Return the file of a module of the kernels at `root`, None if it is no such module."""
    if module != _PACKAGE and not module.startswith(f"{_PACKAGE}."):
        return None
    path = root.joinpath(*module.split(".")[2:])
    return next((each for each in (path.with_suffix(".py"), path / "__init__.py") if each.is_file()), None)


def _module_version(path: Path, root: Path, known: dict[Path, str]) -> str:
    if path in known:
        return known[path]
    package = ".".join([_PACKAGE, *path.parent.relative_to(root).parts])
    imports: list[ast.Import | ast.ImportFrom] = []
    digest = hashlib.sha256(repr(_essence(ast.parse(path.read_text(encoding="utf-8")), imports)).encode())
    imported = []
    for module, name, here in (each for node in imports for each in _imported(node, package)):
        if name and (found := _source_of(f"{module}.{name}", root)):
            imported.append((_module_version(found, root, known), "", here))
        elif found := _source_of(module, root):
            imported.append((_module_version(found, root, known), name, here))
        else:
            imported.append((module, name, here))
    digest.update(repr(sorted({*imported})).encode())
    known[path] = digest.hexdigest()[:16]
    return known[path]


def source_versions(root: Path) -> dict[str, str]:
    """Return the version of each kernel module below `root`: the hash of its code and of all that it imports.

    Neither places nor names of files enter, nor comments, docstrings or the order of imports: what is moved or
    explained anew stays what it was.  An import counts as the version of the module, the name taken from it and
    the name it has here, so that the same name from another module is something else.
    """
    known: dict[Path, str] = {}
    return {
        path.relative_to(root).as_posix(): _module_version(path, root, known) for path in sorted(root.rglob("*.py"))
    }


def version_of_all(versions: Mapping[str, str]) -> str:
    """Return the hash of a whole house of kernels; modules without code (those of mere folders) do not count."""
    return hashlib.sha256("".join(sorted({*versions.values()})).encode()).hexdigest()[:16]


def _user_cache_folder() -> Path:
    if override := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(override)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base or tempfile.gettempdir()) / "meldlab"


@cache
def cache_folder() -> Path:
    """Return the writable folder that holds all machine code of this numba and Python (created when missing)."""
    name = f"numba{numba.__version__}-py{sys.version_info[0]}{sys.version_info[1]}"
    for base in (_user_cache_folder(), Path(tempfile.gettempdir()) / "meldlab"):
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="meldlab-"))


@cache
def _versions() -> dict[str, str]:
    """Return `source_versions` of this house, remembered under the bytes of the sources: parsing takes a second."""
    digest = hashlib.sha256()
    for path in sorted(_ROOT.rglob("*.py")):
        digest.update(repr((path.relative_to(_ROOT).as_posix(), path.stat().st_size)).encode())
        digest.update(path.read_bytes())
    memory = cache_folder() / f"versions-{digest.hexdigest()[:16]}.json"
    try:
        return cast(dict[str, str], json.loads(memory.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        versions = source_versions(_ROOT)
    fresh = memory.with_suffix(f".{os.getpid()}")
    fresh.write_text(json.dumps(versions), encoding="utf-8")
    fresh.replace(memory)
    return versions


@cache
def kernel_version() -> str:
    """Return the hexadecimal hash of the code of all kernels; part of every task's identity."""
    return version_of_all(_versions())


def _marker(job: str) -> Path:
    return cache_folder() / f"{job}-{kernel_version()}.compiled"


def is_compiled(job: str) -> bool:
    """Return whether `job` (a name such as ``"simulate-declare"``) was compiled on this machine before."""
    return _marker(job).exists()


def mark_compiled(job: str) -> None:
    """Remember that every kernel of `job` now lies in the cache folder."""
    _marker(job).touch()


def _jitted(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    # numba's stubs do not know `_nrt`, the switch for its reference counting
    jit = cast(Callable[..., Callable[[Callable[P, R]], Callable[P, R]]], numba.njit)
    return jit(nogil=True, **options)(function)


def _compiled(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    path = Path(function.__code__.co_filename).resolve()
    folder = cache_folder()
    if path.is_relative_to(_ROOT):
        folder = folder / f"{path.stem}-{_versions()[path.relative_to(_ROOT).as_posix()]}"
    before = config.CACHE_DIR
    # Only while the cache is being attached: other packages' numba functions keep their own folder.
    config.CACHE_DIR = str(folder)
    try:
        return _jitted(function, cache=True, **options)
    finally:
        config.CACHE_DIR = before


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` with the GIL released and keep its machine code; the type is unchanged."""
    return function if config.DISABLE_JIT else _compiled(function)


def bare_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` like `kernel`, without reference counting; it must not create arrays, only views.

    Counting references costs two atomic operations for every array that is passed, sliced or read from a tuple:
    more than the work itself in loops over hands.  The caller keeps all arrays alive.
    """
    return function if config.DISABLE_JIT else _compiled(function, _nrt=False)


def helper(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a small function that is always inlined into the kernels that call it; it must not create arrays."""
    if config.DISABLE_JIT:
        return function
    return _jitted(function, forceinline=True, _nrt=False)
