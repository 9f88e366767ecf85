"""Values as plain dictionaries, as `--json` prints them; docs/python.md documents the fields."""

VERSION = 1
"""The version of all forms, their field `version`. It grows when a field is removed or changes its meaning."""


def rounded(seconds: float) -> float:
    """Seconds as forms have them, to a microsecond."""
    return round(seconds, 6)
