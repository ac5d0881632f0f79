"""declare: see docs/architecture.md."""
