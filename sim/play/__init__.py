"""Whole deals and matches: tables, strategies, what came of them, and the record of a deal."""
