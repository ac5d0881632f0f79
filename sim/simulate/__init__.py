"""Question: what do hands look like by the million? Dealt, solved and counted."""
