"""Files, formats and standard streams: the only place that prints data."""
