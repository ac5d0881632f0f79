"""The version of meldlab; the first thing that everything else may know."""

__version__ = "0.1.0"
