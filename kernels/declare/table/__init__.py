"""Tables of played deals as arrays: dealing, turns, what throws can be the best."""
