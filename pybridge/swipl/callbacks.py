"""Python functions that Prolog can call."""

import ctypes
from collections.abc import Callable
from typing import Any

from pybridge.swipl.exchange import read_value, write_value
from pybridge.swipl.goals import readable
from pybridge.swipl.interface import Interface

_Foreign = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_size_t)


class Functions:
    """Functions by name, with text as arguments and results."""

    def __init__(self) -> None:
        self._functions: dict[str, Callable[..., Any]] = {}

    def add(self, name: str, function: Callable[..., Any]) -> None:
        """Register `function` under `name`."""
        self._functions[name] = function

    def call(self, name: str, args: str) -> str:
        """Call a function with a list in JSON text; return its result or error as Prolog text. Never raises."""
        try:
            return readable(f"value({write_value(self._functions[name](*read_value(args)))})")
        except BaseException as error:  # Prolog must not see an exit either
            return _error(error)


class Foreign:
    """The foreign predicate `pybridge:python(+Name, +Args, -Reply)`. It lets no exception pass through Prolog."""

    def __init__(self, interface: Interface, answer: Callable[[str, str], str]) -> None:
        """Register the predicate from a Prolog thread; `answer` takes a name and JSON text like `Functions.call`."""
        self._interface = interface
        self.answer = answer
        self._foreign = _Foreign(self._python)  # keep a reference, as Prolog uses it
        interface.library.PL_register_foreign_in_module(b"pybridge", b"python", 3, self._foreign, 0)

    def _python(self, name: int, args: int, reply: int) -> int:
        try:
            answer = self.answer(self._interface.text(name), self._interface.text(args))
        except BaseException as error:
            answer = _error(error)
        return int(self._interface.unify(reply, answer))


def _error(error: BaseException) -> str:
    try:
        text = str(error).encode(errors="backslashreplace").decode()
    except BaseException as other:  # `__str__` may be user code, too
        text = f"no error message, as str() raised {type(other).__name__}"
    return f"error({write_value(type(error).__name__)},{write_value(text)})"
