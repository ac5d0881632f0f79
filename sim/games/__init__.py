"""The families of games, the protocol they answer to, and the registry that finds one by its objective."""
