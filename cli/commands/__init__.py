"""One file a command: options in, an answer of sim, a view or data out."""
