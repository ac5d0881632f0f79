"""cards: see docs/architecture.md."""
