"""sections: see docs/architecture.md."""
