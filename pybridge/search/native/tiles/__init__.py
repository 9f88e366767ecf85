"""IDA* of sliding tiles at native speed: plans for the kernels, and what searches packets by them."""
