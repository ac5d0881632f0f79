"""Deals and matches of declare games, their strategies and logs."""
