"""What is public stays for a minor version: only what was deprecated goes, and it goes in time."""

import importlib
import inspect
import re
from pathlib import Path

import pybridge

RECORDED = Path(__file__).with_name("public.txt")
"""The public names of the newest release, with their parameters; CONTRIBUTING.md says when it is written again."""
MODULES = ("pybridge", "pybridge.swipl", "pybridge.errors")
_ENDS = re.compile(
    r"DeprecationWarning.{0,200}?removed in (\d+)\.(\d+)|removed in (\d+)\.(\d+).{0,200}?DeprecationWarning", re.DOTALL
)


def public() -> list[str]:
    """A line for each public name, such as `pybridge.find(name)`."""
    lines = []
    for name in MODULES:
        module = importlib.import_module(name)
        for each in sorted(getattr(module, "__all__", None) or vars(module)):
            value = getattr(module, each)
            if each.startswith("_") or not getattr(value, "__module__", "").startswith("pybridge"):
                continue
            parameters = inspect.signature(value).parameters if inspect.isfunction(value) else {}
            lines.append(f"{name}.{each}({', '.join(parameters)})")
    return lines


def _names_and_parameters(lines: list[str]) -> dict[str, set[str]]:
    pairs = (line.rstrip(")").split("(") for line in lines)
    return {name: set(filter(None, parameters.split(", "))) for name, parameters in pairs}


def test_nothing_public_is_gone() -> None:
    now, then = (
        _names_and_parameters(public()),
        _names_and_parameters(RECORDED.read_text(encoding="utf-8").splitlines()),
    )
    assert len(then) > 30
    for name, parameters in then.items():
        assert name in now, f"{name} is gone: deprecate it first"
        assert parameters <= now[name], f"{name} has lost {parameters - now[name]}: deprecate them first"


def test_what_is_deprecated_goes_in_time() -> None:
    """A DeprecationWarning says `removed in X.Y`; from X.Y on this fails."""
    version = tuple(map(int, pybridge.__version__.split(".")[:2]))
    for path in Path(pybridge.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        ends = [tuple(int(part) for part in found if part) for found in _ENDS.findall(text)]
        assert len(ends) == text.count("DeprecationWarning"), f"{path}: say in which version it is removed"
        assert all(version < end for end in ends), f"{path}: remove what was deprecated"


if __name__ == "__main__":
    RECORDED.write_text("".join(f"{line}\n" for line in public()), encoding="utf-8")
