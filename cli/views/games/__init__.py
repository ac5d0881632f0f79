"""games: see docs/architecture.md."""
