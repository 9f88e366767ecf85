"""An error in Prolog as an exception in Python."""

from pybridge.errors import ProgramError, PrologError, PybridgeError, UnfitHeuristicError
from pybridge.swipl.exchange import Compound

_KINDS = {"program_file": ProgramError, "unsafe_goal": ProgramError}


def error_of(message: str, text: str, value: object) -> PybridgeError:
    """The exception for an error of a goal, given its message, its Prolog text, and its value."""
    formal = value.args[0] if isinstance(value, Compound) and value.functor == "error" and value.args else None
    name = formal.functor if isinstance(formal, Compound) else ""
    if name == "unfit_heuristic":
        return UnfitHeuristicError(message)
    return _KINDS.get(name, PrologError)(message, text, value)
