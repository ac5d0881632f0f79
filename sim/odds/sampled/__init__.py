"""sampled: see docs/architecture.md."""
