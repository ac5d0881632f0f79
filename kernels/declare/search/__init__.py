"""search: see docs/architecture.md."""
