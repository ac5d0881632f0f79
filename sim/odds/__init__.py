"""Odds: questions about hands, answered exactly by counting where that can be done, else by sampling."""
