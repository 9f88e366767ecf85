"""Repeatable measurements. Nothing here prints."""
