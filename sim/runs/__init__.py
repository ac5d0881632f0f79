"""One run folder: its parts, kept hands, record, lock and seal, and the loop that fills it."""
