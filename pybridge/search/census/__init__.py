"""A census: all states that can reach a goal, by their distance from it."""
