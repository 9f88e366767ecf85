"""How each domain is searched: a row each, with its compiled searches and the ways to count its puzzles."""
