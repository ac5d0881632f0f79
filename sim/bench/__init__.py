"""Question: how fast is this machine? A file a family."""
