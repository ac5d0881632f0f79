"""Question: what do stored runs say? Read, put together, repeated, checked."""
