"""Read drawings of boards, and generate the facts of new puzzles."""
