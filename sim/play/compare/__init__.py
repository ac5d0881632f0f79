"""compare: see docs/architecture.md."""
