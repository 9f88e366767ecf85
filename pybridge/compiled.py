"""The only module that uses numba: compile kernels, cache the machine code, and provide CPU intrinsics.

Numba invalidates cached code by the time and size of the source file of a function, and does not notice changes in
kernels that it calls from other files. So the cache folder is named by a hash of all files with kernels.
"""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba.core import event, types
from numba.extending import intrinsic, overload
from platformdirs import user_cache_path

_WITH_KERNELS = ("compiled.py", "tables/*.py", "search/kernels/*.py")


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function at its first call, to run without Python's global lock, and cache the machine code on disk."""
    with _kept_in(_folder()) as kept:
        return numba.njit(nogil=True, cache=kept)(function)


def searching(function: Callable[..., Any]) -> Any:
    """Like `kernel`, for functions that do not create arrays; they run without reference counting."""
    with _kept_in(_folder()) as kept:
        return numba.njit(nogil=True, cache=kept, _nrt=False)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Like `searching`, for a function that is inlined into its callers."""
    with _kept_in(_folder()) as kept:
        return numba.njit(nogil=True, cache=kept, _nrt=False, forceinline=True)(function)


def chosen(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a function that returns the implementation of `function` in kernels, given the argument types."""
    decorate: Callable[..., Any] = overload(function, jit_options={"nogil": True, "_nrt": False, "forceinline": True})
    return decorate


@contextlib.contextmanager
def telling(tell: Callable[[str | None], None]) -> Iterator[None]:
    """Within the body, call `tell` repeatedly with a phrase while this thread compiles, and with None at the end.

    An exception from `tell` aborts the compilation without a trace.
    """
    listener = _Compilation(tell)
    with event.install_listener(_COMPILE, listener), event.install_listener("numba:run_pass", listener):
        yield


_COMPILE = "numba:compile"


class _Compilation(event.Listener):  # type: ignore[misc]  # numba has no types
    """Receives an event for each function that numba compiles, possibly nested, and for each compiler pass."""

    def __init__(self, tell: Callable[[str | None], None]) -> None:
        self._tell, self._thread, self._depth = tell, threading.get_ident(), 0

    def on_start(self, event: Any) -> None:
        if threading.get_ident() == self._thread:
            self._depth += event.kind == _COMPILE
            self._tell("compiling (first use only)")

    def on_end(self, event: Any) -> None:
        if threading.get_ident() == self._thread and event.kind == _COMPILE:
            self._depth -= 1
            if not self._depth:
                self._tell(None)


@cache
def _folder() -> Path:
    """The cache folder for the machine code of the current sources."""
    package = Path(__file__).parent
    digest = blake2b(digest_size=8)
    for pattern in _WITH_KERNELS:
        for path in sorted(package.glob(pattern)):
            digest.update(path.read_bytes())
    given = os.environ.get("PYBRIDGE_KERNELS")
    return (Path(given) if given else user_cache_path("pybridge") / "kernels") / digest.hexdigest()


@contextlib.contextmanager
def _kept_in(folder: Path) -> Iterator[bool]:
    """Have numba cache functions decorated within the body in a folder; False if it is not writable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK | os.X_OK)
    except OSError:
        writable = False
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder) if writable else before
    try:
        yield writable
    finally:
        numba.config.CACHE_DIR = before


_intrinsic: Callable[..., Any] = intrinsic  # numba has no types


def _loaded(builder: Any, address: Any, bits: int) -> Any:
    """Code that loads a number from an address."""
    return builder.load(builder.inttoptr(address, ir.PointerType(ir.IntType(bits))))


@_intrinsic
def byte_at(typing_context: Any, address: Any) -> Any:
    """The byte at an address, as uint64, to read from tables of different sizes without an array for each."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.zext(_loaded(builder, arguments[0], 8), ir.IntType(64))

    return types.uint64(types.uint64), generate


@_intrinsic
def number_at(typing_context: Any, address: Any) -> Any:
    """The number of 32 bits at an address, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.sext(_loaded(builder, arguments[0], 32), ir.IntType(64))

    return types.int64(types.uint64), generate


@_intrinsic
def word_at(typing_context: Any, address: Any) -> Any:
    """The uint64 at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _loaded(builder, arguments[0], 64)

    return types.uint64(types.uint64), generate


@_intrinsic
def ones_in(typing_context: Any, word: Any) -> Any:
    """The number of set bits of a uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@_intrinsic
def trailing_zeros(typing_context: Any, word: Any) -> Any:
    """The number of bits of a uint64 below the lowest set bit; undefined for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(1))

    return types.uint64(types.uint64), generate


@_intrinsic
def prefetch(typing_context: Any, address: Any) -> Any:
    """Prefetch the byte at an address into the cache, without waiting."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number, byte = ir.IntType(32), ir.IntType(8)
        of = ir.FunctionType(ir.VoidType(), [ir.PointerType(byte), number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [ir.PointerType(byte)], of)
        pointer = builder.inttoptr(arguments[0], ir.PointerType(byte))
        builder.call(fetch, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(types.uint64), generate
