"""Searches by a network's estimates at native speed, on boards and permutation puzzles alike."""
