"""Question: what is this hand worth? One hand, many hands, JSON Lines."""
