"""Deals and matches of contract games, their strategies and logs."""
