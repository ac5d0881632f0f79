"""Question: is this log of deals honest? Tests that say how sure they are."""
