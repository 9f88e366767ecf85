"""All shortest solutions of a start: how many, and which, layer by layer of the states that may lie on one."""
