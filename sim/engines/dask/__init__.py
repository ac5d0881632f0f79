"""Chunks counted by the workers of a dask cluster, here or anywhere."""
