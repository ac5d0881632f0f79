"""How many cards to exchange until a hand can be declared."""
