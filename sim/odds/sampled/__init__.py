"""Odds as estimates: strata with exact weights, intervals, when to stop."""
