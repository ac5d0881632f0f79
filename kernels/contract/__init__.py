"""Continental: which hands can lay a contract of sets and runs, and what then stays."""
