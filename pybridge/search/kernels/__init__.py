"""IDA* compiled by numba: one driver, and for each family of heuristics how a node is expanded."""
