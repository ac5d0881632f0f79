"""Value games (Pinacle): melds worth points, specials, full runs."""
