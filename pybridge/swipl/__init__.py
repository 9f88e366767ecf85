"""SWI-Prolog inside Python; the only package that imports pyswip."""

from pybridge.swipl.engine import Engine
from pybridge.swipl.exchange import Compound
from pybridge.swipl.job import Answer, Job
from pybridge.swipl.library import Installation, find_installation

__all__ = ["Answer", "Compound", "Engine", "Installation", "Job", "find_installation"]
