"""Checks that end a census, or never do."""


class Enough(Exception):
    """Ends a census."""


def never():
    """A check that never ends it."""


def stopping(after):
    """A check that ends it at its call number `after`."""
    calls = 0

    def check():
        nonlocal calls
        calls += 1
        if calls == after:
            raise Enough

    return check
