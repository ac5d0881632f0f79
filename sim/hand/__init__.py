"""The words of one hand: its situation, melds, arrangement, advice and answer."""
