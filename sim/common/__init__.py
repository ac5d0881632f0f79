"""common: see docs/architecture.md."""
