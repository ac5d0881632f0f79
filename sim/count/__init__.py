"""Question: how many hands of a pack are worth what? Every hand counted, none sampled."""
