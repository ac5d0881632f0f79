"""What a person reads of an answer, a file a command."""
