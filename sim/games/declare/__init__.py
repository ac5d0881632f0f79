"""Declare games (Indian rummy): points, declaration, lives, distance."""
