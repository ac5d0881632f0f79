"""What may be asked of a hand, and its value for many hands at once."""
