"""How values of a coloring of a permutation puzzle are numbered, and read from a state."""
