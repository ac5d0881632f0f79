"""terminal: see docs/architecture.md."""
