"""Rulesets, questions and answers as values; nothing here prints."""
