"""Tables of played deals as arrays: turns, compiled seats, knocking and lay-offs."""
