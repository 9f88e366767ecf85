"""Whether a text that a user typed is one Prolog list."""

from pybridge.facts.parser import parse

GIVEN = "start(given, {})."
"""The fact that a state becomes."""


def no_list(text: str) -> str | None:
    """What keeps the text from being one list, or anything else that an argument can be; None if nothing does."""
    opened, closed = text.count("["), text.count("]")
    if opened != closed:
        return "a [ is not closed" if opened > closed else "a ] closes nothing"
    parsed = parse(GIVEN.format(text))
    whole = len(parsed.facts) == 1 and not parsed.faults and len(parsed.facts[0].arguments) == 2
    return None if whole else "it is not one list"
