"""Exit codes of commands.

Commands that were interrupted raise `SystemExit` with theirs, not typer's `Exit`: for the front door a 130 of
the latter is an interruption nobody has spoken of yet.
"""

BAD_INPUT, TARGET_MISSED, CHECK_FAILED = 2, 3, 4
INTERRUPTED, TERMINATED = 130, 143
