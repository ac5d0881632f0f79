"""matches: see docs/architecture.md."""
