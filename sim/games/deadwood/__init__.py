"""deadwood: see docs/architecture.md."""
