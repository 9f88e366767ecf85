"""The command line. Commands import what they need when they run, which keeps `--help` fast."""

from typing import TYPE_CHECKING

from pybridge.lazy import attributes

if TYPE_CHECKING:
    from pybridge.cli.app import run as run

__getattr__ = attributes(__name__, {"run": "pybridge.cli.app"})
