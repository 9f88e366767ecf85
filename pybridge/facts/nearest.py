"""The known name that a mistyped one most likely means."""

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str:
    """The nearest known name, or an empty string if none is near."""
    from difflib import get_close_matches  # only wanted when something is wrong

    return next(iter(get_close_matches(name[:100], list(known), n=1, cutoff=0.6)), "")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """` (did you mean start?)`, or an empty string if no name is near."""
    found = nearest(name, known)
    return f" (did you mean {found}?)" if found else ""
