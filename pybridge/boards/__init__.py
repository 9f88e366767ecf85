"""Boards: reads drawings of them, and makes the facts of new puzzles."""
