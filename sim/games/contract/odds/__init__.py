"""Contracts of sets only and of runs only as automata; outcomes of many hands."""
