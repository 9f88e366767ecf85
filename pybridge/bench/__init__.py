"""Measurements that anyone can repeat. Nothing here prints."""

from pybridge.bench.engine import measure_engine
from pybridge.bench.figures import Figure

__all__ = ["Figure", "measure_engine"]
