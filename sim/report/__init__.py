"""Reports that people read: stored runs as words, tables and charts, in a page that needs nothing else."""
