"""features: see docs/architecture.md."""
