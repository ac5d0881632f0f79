"""table: see docs/architecture.md."""
