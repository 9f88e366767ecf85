"""Searches by a network's estimates, on boards and permutation puzzles alike."""
