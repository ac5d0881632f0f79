"""statistics: see docs/architecture.md."""
