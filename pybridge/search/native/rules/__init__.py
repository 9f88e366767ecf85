"""Tasks of rules at native speed: breadth-first search, IDA*, and what a census and layers need."""
