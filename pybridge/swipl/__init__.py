"""SWI-Prolog inside Python; the only package that imports pyswip.

Names are imported on first use, as the process of an isolated engine needs few of them.
"""

from typing import TYPE_CHECKING

from pybridge.lazy import attributes

if TYPE_CHECKING:
    from pybridge.facts.terms import Atom as Atom
    from pybridge.limits import Limits as Limits
    from pybridge.swipl.engine import Engine as Engine
    from pybridge.swipl.exchange import Compound as Compound
    from pybridge.swipl.exchange import Other as Other
    from pybridge.swipl.job import Answer as Answer
    from pybridge.swipl.job import Answers as Answers
    from pybridge.swipl.job import Job as Job
    from pybridge.swipl.library import Installation as Installation
    from pybridge.swipl.library import find_installation as find_installation
    from pybridge.swipl.module import Module as Module

_HOME = {
    "Answer": "pybridge.swipl.job",
    "Answers": "pybridge.swipl.job",
    "Atom": "pybridge.facts.terms",
    "Compound": "pybridge.swipl.exchange",
    "Engine": "pybridge.swipl.engine",
    "Installation": "pybridge.swipl.library",
    "Job": "pybridge.swipl.job",
    "Limits": "pybridge.limits",
    "Module": "pybridge.swipl.module",
    "Other": "pybridge.swipl.exchange",
    "find_installation": "pybridge.swipl.library",
}

__all__ = [*_HOME]

__getattr__ = attributes(__name__, _HOME)


def __dir__() -> list[str]:
    return sorted(_HOME)
