"""Matches: deals until a target, a limit or the last contract."""
