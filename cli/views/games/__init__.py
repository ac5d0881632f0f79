"""What a person reads of one hand, a file a family."""
