"""analyze: see docs/architecture.md."""
