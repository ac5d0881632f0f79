"""Tables, bars, numbers, messages and Ctrl-C on a terminal."""
