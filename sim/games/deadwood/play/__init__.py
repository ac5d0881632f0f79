"""Deals of deadwood games and their strategies."""
