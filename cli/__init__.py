"""The command line: text, files, exit codes."""
