"""contract: see docs/architecture.md."""
