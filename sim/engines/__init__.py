"""Who works: this thread, threads, or a cluster; no number depends on it."""
