"""exposed: see docs/architecture.md."""
