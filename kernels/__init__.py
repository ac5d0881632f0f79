"""Card arithmetic, dealing and solvers: numba kernels over plain arrays."""
