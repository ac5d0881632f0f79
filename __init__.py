"""meldlab: exact hands, millions of deals and honest odds for rummy-family games."""

__version__ = "0.1.0"
