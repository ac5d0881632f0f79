"""How many cards to draw until a contract can be laid, and which."""
