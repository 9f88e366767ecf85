"""Searches of tasks of rules."""
