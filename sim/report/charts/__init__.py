"""charts: see docs/architecture.md."""
