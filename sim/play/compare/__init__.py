"""Which strategy, which number of a strategy, which rules: the same cards for all."""
