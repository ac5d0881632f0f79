"""Whole deals in lockstep: what a turn does to many tables at once."""
