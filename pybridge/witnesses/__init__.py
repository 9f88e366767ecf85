"""Puzzles for other planners, as PDDL and answer set programs, and their plans as moves that the judge replays.

A witness shares no code with our searches: what it finds confirms a length, and what it is given is only the facts.
"""
