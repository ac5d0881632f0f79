"""Counting chunk by chunk: outcome columns, tallies, jobs, and when to stop."""
