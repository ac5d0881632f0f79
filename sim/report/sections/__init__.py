"""What a page tells, a section a file."""
