"""counting: see docs/architecture.md."""
