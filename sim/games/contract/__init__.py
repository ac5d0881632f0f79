"""Contract games (Continental): contracts of sets and runs, what stays, outs."""
