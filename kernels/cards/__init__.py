"""What every game shares: cards as bits and counts, packs, random streams, dealing, outcomes without a solver."""
