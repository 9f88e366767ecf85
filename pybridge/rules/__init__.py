"""Puzzles stated as Prolog rules: read behind the fence, compiled to a task, and searched like any other."""
