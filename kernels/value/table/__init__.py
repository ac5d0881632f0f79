"""Tables of played deals as arrays: melds that grow, wild cards that move, compiled seats."""
