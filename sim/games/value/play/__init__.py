"""Deals and matches of value games, their strategies and logs."""
