"""What a page draws."""
