"""What fair hands are like, how far a log is from it, and what that means."""
