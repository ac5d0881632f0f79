"""Exit codes of commands that were ended from outside."""

INTERRUPTED, TERMINATED = 130, 143
