"""What JSON holds: how results are printed with `--json`, and how tables and checkpoints say what they are."""

import re
from collections.abc import Mapping
from itertools import accumulate
from typing import Any, TypeAlias

Form: TypeAlias = dict[str, Any]
"""An object of JSON: names and what they stand for, of whatever kind."""
Record: TypeAlias = Mapping[str, Any]
"""One that is only read."""
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')


def nesting(text: str) -> int:
    """How deep lists and objects are nested in JSON. Python's parser recurses, so that a deep one may crash it."""
    brackets = re.findall(r"[][{}]", _STRING.sub("", text))
    return max(accumulate(1 if bracket in "[{" else -1 for bracket in brackets), default=0)
