"""What `import pybridge` offers: the commands as functions, and their results as values (docs/python.md)."""
