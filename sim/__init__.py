"""Rulesets, questions and answers."""
