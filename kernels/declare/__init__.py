"""Indian rummy: the rule numbers, runs, sets, and the lives that a declaration asks for."""
