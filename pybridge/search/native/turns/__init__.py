"""Permutation puzzles at native speed: IDA* by tables of projections, and good solutions in two phases."""
