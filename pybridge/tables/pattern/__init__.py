"""Pattern databases of sliding tiles."""
