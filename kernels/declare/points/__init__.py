"""points: see docs/architecture.md."""
