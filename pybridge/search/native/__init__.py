"""The compiled search: what a puzzle, a heuristic and a pruning machine look like to the kernels, and a run of them."""
