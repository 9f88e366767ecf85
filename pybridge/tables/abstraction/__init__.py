"""Abstractions of tasks of rules."""
