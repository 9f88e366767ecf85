"""Lookup tables for heuristics and searches: built once from the facts, stored on disk, verified."""
