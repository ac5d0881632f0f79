"""Runs that lie in folders: read, put together, repeated, checked."""
