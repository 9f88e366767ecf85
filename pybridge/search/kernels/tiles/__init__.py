"""Depth-first search of sliding tiles to one threshold: one driver, and how a node is expanded by each heuristic."""
