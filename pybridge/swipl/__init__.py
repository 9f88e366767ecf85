"""SWI-Prolog inside Python; the only package that imports pyswip.

Names are imported on first use, as the process of an isolated engine needs few of them.
"""

from typing import TYPE_CHECKING

from pybridge.lazy import attributes

if TYPE_CHECKING:
    from pybridge.facts.terms import Atom
    from pybridge.limits import Limits
    from pybridge.swipl.engine import Engine
    from pybridge.swipl.exchange import Compound, Other
    from pybridge.swipl.job import Answer, Answers, Job
    from pybridge.swipl.library import Installation, find_installation
    from pybridge.swipl.module import Module

__all__ = [
    "Answer", "Answers", "Atom", "Compound", "Engine", "Installation", "Job", "Limits", "Module", "Other",
    "find_installation",
]  # fmt: skip
_HOMES = {
    "facts.terms": "Atom",
    "limits": "Limits",
    "swipl.engine": "Engine",
    "swipl.exchange": "Compound Other",
    "swipl.job": "Answer Answers Job",
    "swipl.library": "Installation find_installation",
    "swipl.module": "Module",
}
if not TYPE_CHECKING:  # with __getattr__ a type checker accepts any name
    __getattr__, __dir__ = attributes(__name__, _HOMES)
