"""The very beginning of the program: Ctrl-C ends it cleanly even while the rest of it is still being loaded."""

import os
import signal
import sys
from types import FrameType

from meldlab.cli.exit_codes import INTERRUPTED, TERMINATED


def _leave(number: int, frame: FrameType | None) -> None:
    # Not an exception: raised in the middle of an import it may be swallowed, or surface as another error.
    os.write(2, b"meldlab: interrupted before anything was done; the same command starts afresh\n")
    os._exit(INTERRUPTED)


def main() -> None:
    """Run the command line of this process."""
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if not ignored:
        signal.signal(signal.SIGINT, _leave)
    from meldlab.cli.app import app

    asked_to_end: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        # What Ctrl-C takes back on its way out, half-written files and folders, SIGTERM must not leave behind.
        asked_to_end.append(number)
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, end)
    sys.unraisablehook = _unraisable
    if not ignored:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        app(prog_name="meldlab")
    except KeyboardInterrupt:
        os._exit(TERMINATED if asked_to_end else INTERRUPTED)
    except SystemExit as stop:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        # The answer is given: a late Ctrl-C must not spoil it; after an interruption one more ends what still runs.
        signal.signal(signal.SIGINT, signal.SIG_DFL if stop.code in (INTERRUPTED, TERMINATED) else signal.SIG_IGN)
        if stop.code == INTERRUPTED and asked_to_end:
            raise SystemExit(TERMINATED) from stop
        raise


def _unraisable(what: "sys.UnraisableHookArgs") -> None:
    """Let Ctrl-C end the program where Python would only print and forget it: in callbacks and finalizers."""
    if what.exc_type is KeyboardInterrupt:
        _leave(signal.SIGINT, None)
    sys.__unraisablehook__(what)


if __name__ == "__main__":
    main()
