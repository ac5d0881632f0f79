"""distance: see docs/architecture.md."""
