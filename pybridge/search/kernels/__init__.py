"""Searches compiled by numba: a room for each domain, and one for packed states of them all."""
