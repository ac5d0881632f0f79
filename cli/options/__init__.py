"""options: see docs/architecture.md."""
