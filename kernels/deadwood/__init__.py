"""Gin: least deadwood of many hands, and every hand of a pack counted."""
