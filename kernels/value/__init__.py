"""Pinacle: the most that melds are worth less the cards left."""
