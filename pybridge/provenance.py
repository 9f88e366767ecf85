"""Where figures come from: pybridge's version, the command, the seed and the machine, in all JSON and CSV alike."""

import contextlib
import os
import platform
from dataclasses import dataclass, field
from pathlib import Path

import pybridge
from pybridge.forms import Form


def this_machine() -> Form:
    """Processor, system and the relevant versions; `load` is the mean number of running processes."""
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    return {
        "processor": _processor(),
        "cpus": os.cpu_count(),
        "load": load,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{package: _version(package) for package in ("numba", "numpy")},
        "pybridge": pybridge.__version__,
    }


@dataclass(frozen=True, slots=True)
class Provenance:
    """What figures depend on beside the puzzle: `seed` is None where nothing is drawn at random.

    `command` is a command line, or a call of Python; None if that is not known.
    """

    command: str | None = None
    seed: int | None = None
    machine: Form = field(default_factory=this_machine)

    def to_dict(self) -> Form:
        """As JSON has it, beside the figures."""
        return {
            "pybridge": pybridge.__version__,
            "command": self.command,
            "seed": self.seed,
            "machine": dict(self.machine),
        }

    def columns(self) -> Form:
        """As each row of a table has it: the machine is one text."""
        machine = self.machine
        named = f"{machine['processor']}, {machine['cpus']} CPUs, {machine['system']}, Python {machine['python']}"
        return self.to_dict() | {"machine": named}


def _processor() -> str:
    """The processor's name, as detailed as the system reports it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _version(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version  # an import of 16 ms, which few commands need

    with contextlib.suppress(PackageNotFoundError):
        return version(package)
    return None
