"""Tables of played deals as arrays: going down, lay-offs, jokers swapped and moved."""
