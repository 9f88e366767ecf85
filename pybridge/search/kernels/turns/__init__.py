"""Depth-first search of permutation puzzles to one threshold, by lookups in tables of projections."""
