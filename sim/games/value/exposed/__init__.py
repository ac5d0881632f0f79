"""What a meld that lies on the table is worth."""
