"""The census of boards in bit arrays."""
