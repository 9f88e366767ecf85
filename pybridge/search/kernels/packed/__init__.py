"""States packed into words, for each domain, and what searches all of them."""
