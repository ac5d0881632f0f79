"""simulate: see docs/architecture.md."""
