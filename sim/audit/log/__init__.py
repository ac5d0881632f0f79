"""log: see docs/architecture.md."""
