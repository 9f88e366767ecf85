"""What is kept on disk: tables, built once and shared by processes, and checkpoints of unfinished runs."""
