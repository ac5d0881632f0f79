"""Odds as fractions: automata for each feature, all hands where they are few."""
