"""exact: see docs/architecture.md."""
