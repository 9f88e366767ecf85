"""What JSON holds: how results are printed with `--json`, and how tables and checkpoints say what they are."""

from collections.abc import Mapping
from typing import Any, TypeAlias

Form: TypeAlias = dict[str, Any]
"""An object of JSON: names and what they stand for, of whatever kind."""
Record: TypeAlias = Mapping[str, Any]
"""One that is only read."""
