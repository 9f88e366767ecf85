"""Lets the tests here import `rectangles`, which pytest's importlib mode leaves out of the path."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
