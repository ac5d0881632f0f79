"""hand: see docs/architecture.md."""
