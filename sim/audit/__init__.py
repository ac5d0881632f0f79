"""The audit of a deal log: whether it is what fair deals give."""
