"""Searches in plain Python, and what they return."""
