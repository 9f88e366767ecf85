"""Projections of permutation puzzles."""
