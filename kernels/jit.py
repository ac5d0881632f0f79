"""The one place that decides how kernels are compiled and where the machine code is kept.

Numba looks only at a function's own file when it decides whether cached machine code is still good, so a
change in a helper module would leave stale code behind.  Here each module's cache folder is named by a hash
of its source and of every kernel module it imports (and of the numba version): stale code is out of reach,
and a change in one room does not throw away the machine code of the others.
"""

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable
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
_KERNEL_IMPORT = re.compile(r"^\s*(?:from|import) meldlab\.kernels\.([\w.]+)", re.MULTILINE)


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.relative_to(_ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def kernel_version() -> str:
    """Return the hexadecimal hash of all kernel sources; part of every task's identity."""
    return _digest(sorted(_ROOT.rglob("*.py")))


@cache
def _imports(path: Path) -> frozenset[Path]:
    names = _KERNEL_IMPORT.findall(path.read_text(encoding="utf-8"))
    return frozenset(_ROOT.joinpath(*name.split(".")).with_suffix(".py") for name in names)


@cache
def module_version(path: Path) -> str:
    """Return the hash of the kernel module at `path` together with the kernel modules it rests on."""
    reached = {path}
    waiting = [path]
    while waiting:
        for found in _imports(waiting.pop()) - reached:
            reached.add(found)
            waiting.append(found)
    return _digest(sorted(reached))


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
        folder = folder / f"{path.stem}-{module_version(path)}"
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
