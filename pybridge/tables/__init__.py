"""Tables that heuristics and searches look things up in: built once from the facts, kept on disk, verified."""
