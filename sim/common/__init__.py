"""What knows no room: errors, arguments, card text, intervals, means and shares, seeds, the version."""
