"""The language of conditions, read alike by odds, simulate and reports."""
