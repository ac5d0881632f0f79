"""engines: see docs/architecture.md."""
