"""Large families of tests: by default a sample of each runs, with the slow tests all of it."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest

from pybridge.facts import shipped

FACT_FILES = {name: path for name, path in shipped().items() if path.parent.name != "rules"}
"""The shipped files that have nothing but facts; tests/rules has the tests of the others."""


def sample(members: Iterable[Any], *, quick: Collection[Any] | None = None, slow: Collection[Any] = ()) -> list[Any]:
    """All members as parameters; slow are those named `slow`, or all that are not named `quick`.

    A member that is a tuple holds the values of several arguments.
    """
    every = list(members)
    unknown = [each for each in (*(quick or ()), *slow) if each not in every]
    assert not unknown, f"no members of the family: {unknown}"
    return [_parameter(each, each in slow or (quick is not None and each not in quick)) for each in every]


def _parameter(member: Any, slow: bool) -> Any:
    values = member if isinstance(member, tuple) else (member,)
    return pytest.param(*values, marks=pytest.mark.slow if slow else ())
