"""States packed into words of 64 bits, as the kernels of breadth-first search take them."""
