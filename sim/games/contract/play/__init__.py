"""play: see docs/architecture.md."""
