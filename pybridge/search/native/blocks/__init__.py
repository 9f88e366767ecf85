"""IDA* of blocks worlds at native speed."""
