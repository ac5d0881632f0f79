"""Question: what does a run say to people? Pages that need nothing else."""
