"""SWI-Prolog's C interface: the functions that all calls use, and Python functions that Prolog can call."""

import ctypes
import threading
from collections.abc import Callable
from types import ModuleType

from pybridge.errors import PrologError
from pybridge.swipl.exchange import read_value, write_value
from pybridge.swipl.goals import readable
from pybridge.swipl.library import Installation

_SIGNATURES: dict[str, tuple[type | None, tuple[type, ...]]] = {
    "PL_open_foreign_frame": (ctypes.c_size_t, ()),
    "PL_discard_foreign_frame": (None, (ctypes.c_size_t,)),
    "PL_new_term_refs": (ctypes.c_size_t, (ctypes.c_int,)),
    "PL_put_int64": (ctypes.c_bool, (ctypes.c_size_t, ctypes.c_int64)),
    "PL_put_chars": (ctypes.c_bool, (ctypes.c_size_t, ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p)),
    "PL_unify_chars": (ctypes.c_bool, (ctypes.c_size_t, ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p)),
    "PL_mark_string_buffers": (None, (ctypes.POINTER(ctypes.c_size_t),)),
    "PL_release_string_buffers_from_mark": (None, (ctypes.c_size_t,)),
    "PL_predicate": (ctypes.c_void_p, (ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)),
    "PL_get_nchars": (
        ctypes.c_bool,
        (ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint),
    ),
}


class Interface:
    """Calls predicates with integers and texts from a Prolog thread.

    Short functions keep Python's global lock, which is faster than releasing it; only the call of a predicate releases
    it.
    """

    def __init__(self, installation: Installation, core: ModuleType) -> None:
        self._version = installation.version_text
        self._short = ctypes.PyDLL(installation.library)
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(self._short, name)
            function.restype, function.argtypes = result, arguments
        self._text_flags = core.CVT_STRING | core.REP_UTF8
        self._string_flags = core.PL_STRING | core.REP_UTF8
        self._catch = core.PL_Q_CATCH_EXCEPTION
        self.library = ctypes.CDLL(installation.library)
        self._call = self.library.PL_call_predicate
        self._call.restype = ctypes.c_bool
        self._call.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t)
        self._predicates: dict[tuple[str, str, int], int] = {}

    def call(self, module: str, predicate: str, *args: int | str, reply: bool = False) -> str:
        """Call a predicate in the calling thread, which must be a Prolog thread.

        With `reply`, the predicate has one more argument, and its text is returned; otherwise the result is "".
        Raises PrologError if the call fails or throws.
        """
        short, arity = self._short, len(args) + reply
        frame = short.PL_open_foreign_frame()
        try:
            terms = short.PL_new_term_refs(arity)
            for term, arg in enumerate(args, start=terms):
                if isinstance(arg, int):
                    short.PL_put_int64(term, arg)
                else:
                    text = arg.encode(errors="surrogatepass")
                    short.PL_put_chars(term, self._string_flags, len(text), text)
            if not self._call(None, self._catch, self._procedure(module, predicate, arity), terms):
                raise PrologError(
                    f"the goal was aborted, or {module}:{predicate}/{arity} has failed in SWI-Prolog {self._version}"
                )
            return self.text(terms + arity - 1) if reply else ""
        finally:
            short.PL_discard_foreign_frame(frame)

    def _procedure(self, module: str, predicate: str, arity: int) -> int:
        key = module, predicate, arity
        if key not in self._predicates:
            self._predicates[key] = self._short.PL_predicate(predicate.encode(), arity, module.encode())
        return self._predicates[key]

    def text(self, term: int) -> str:
        """The text of a string."""
        length, address, mark = ctypes.c_size_t(), ctypes.c_void_p(), ctypes.c_size_t()
        self._short.PL_mark_string_buffers(ctypes.byref(mark))  # strings that are not released leak
        try:
            if not self._short.PL_get_nchars(term, ctypes.byref(length), ctypes.byref(address), self._text_flags):
                raise PrologError("a reply from Prolog is not text")
            return ctypes.string_at(address.value or 0, length.value).decode(errors="surrogatepass")
        finally:
            self._short.PL_release_string_buffers_from_mark(mark)

    def unify(self, term: int, text: str) -> bool:
        """Unify a term with a string."""
        data = text.encode(errors="surrogatepass")
        return bool(self._short.PL_unify_chars(term, self._string_flags, len(data), data))


_Foreign = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_size_t)


class Functions:
    """Functions by name and number of arguments, with text as arguments and results."""

    def __init__(self) -> None:
        self._functions: dict[tuple[str, int], Callable[..., object]] = {}
        self._raised = threading.local()  # engines of this process share their functions

    def add(self, name: str, arguments: int, function: Callable[..., object]) -> None:
        """Register `function` under `name`, for calls with this many arguments."""
        self._functions[name, arguments] = function

    def call(self, name: str, args: str) -> str:
        """Call a function with a list in JSON text; return its result or error as Prolog text. Never raises."""
        try:
            values = read_value(args)
            return readable(f"value({write_value(self._functions[name, len(values)](*values))})")
        except BaseException as error:  # Prolog must not see an exit either
            self._raised.last = error
            return _error(error)

    def raised(self) -> BaseException | None:
        """The last exception of a function in this thread since this was asked."""
        last: BaseException | None = vars(self._raised).pop("last", None)
        return last


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
