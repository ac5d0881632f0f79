"""What Python code does to the machine while input of a stranger is read: files, processes, sockets."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from places import ROOT

from meldlab.kernels.jit import cache_folder

_ROOT = ROOT
#: Modules and compiled kernels may be loaded at any time.
_OWN = (sys.prefix, sys.base_prefix, str(_ROOT), str(cache_folder()), "/proc/", "/sys/", "/usr/share/zoneinfo")
_FORBIDDEN = (
    *("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.chmod", "os.truncate"),
    *("os.system", "os.exec", "os.fork", "os.posix_spawn", "subprocess.Popen", "shutil.rmtree", "socket.connect"),
    *("socket.bind", "ctypes.dlopen", "pty.spawn", "webbrowser.open"),
)
_seen: list[str] = []
_watching: list[Sequence[Path]] = []


def _hook(event: str, given: tuple[Any, ...]) -> None:
    if not _watching or (event != "open" and event not in _FORBIDDEN):
        return
    if event == "open" and isinstance(given[0], int):
        return
    path = os.path.abspath(str(given[0])) if given else ""  # numba reads the source of what it compiles by a short one
    if event == "open":
        mode, flags = str(given[1]), int(given[2] or 0)
        writes = any(letter in mode for letter in "wax+") or bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
        if path in [str(each) for each in _watching[-1]]:
            return
        if path.startswith(str(cache_folder())) or (not writes and path.startswith(_OWN)):
            return
    elif path.startswith((str(cache_folder()), sys.prefix, sys.base_prefix)):
        return
    _seen.append(f"{event} {given!r}"[:300])


sys.addaudithook(_hook)


@contextmanager
def watched(*own: Path) -> Iterator[list[str]]:
    """Yield a list that holds, at the end, whatever was done besides opening these files and loading modules."""
    del _seen[:]
    _watching.append(own)
    try:
        yield _seen
    finally:
        _watching.pop()
