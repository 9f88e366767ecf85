"""Lets the tests here import `hostile` and `watch`, which pytest's importlib mode leaves out of the path."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
