"""Counting hands without listing them: features as automata over the cards of a pack."""
