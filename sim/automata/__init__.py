"""automata: see docs/architecture.md."""
