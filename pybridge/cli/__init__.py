"""The command line. Commands import what they need when they run, so that `--help` is quick."""

from pybridge.cli.app import run

__all__ = ["run"]
