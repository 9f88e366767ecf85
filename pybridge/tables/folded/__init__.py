"""Folded projections of permutation puzzles."""
