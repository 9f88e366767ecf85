"""Sequences of moves that need not be searched."""
