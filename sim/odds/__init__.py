"""Question: how likely is that? Counted exactly where that can be done, else sampled."""
