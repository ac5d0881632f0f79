"""The best turn with melds on the table: going down, laying off, jokers swapped and moved."""
