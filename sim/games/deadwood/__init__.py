"""Deadwood games (gin): least deadwood, knocking, every hand counted."""
