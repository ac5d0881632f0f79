"""words: see docs/architecture.md."""
