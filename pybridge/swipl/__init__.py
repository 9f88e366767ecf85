"""SWI-Prolog inside Python; the only package that imports pyswip."""

from pybridge.facts.terms import Atom
from pybridge.limits import Limits
from pybridge.swipl.engine import Engine
from pybridge.swipl.exchange import Compound, Other
from pybridge.swipl.iterator import Answers
from pybridge.swipl.job import Answer, Job
from pybridge.swipl.library import Installation, find_installation
from pybridge.swipl.module import Module

__all__ = [
    "Answer",
    "Answers",
    "Atom",
    "Compound",
    "Engine",
    "Installation",
    "Job",
    "Limits",
    "Module",
    "Other",
    "find_installation",
]
