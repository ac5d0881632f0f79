"""value: see docs/architecture.md."""
