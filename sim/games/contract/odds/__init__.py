"""odds: see docs/architecture.md."""
