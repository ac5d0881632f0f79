"""Names of features that more than one room knows."""

WINDOW = "naturals_within"  # most different naturals of a suit among so many consecutive places
CONTRACT = "lays"  # a contract by its letters can be laid
