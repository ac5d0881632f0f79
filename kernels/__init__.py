"""Arrays in, arrays out: card arithmetic, dealing, solvers and tables, compiled by numba."""
