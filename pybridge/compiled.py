"""Compile kernels by numba, cache the machine code, and provide instructions that it has no words for.

Those for many numbers at once are in `vectors`.

Numba invalidates cached code by the time and size of the source file of a function, and does not notice changes in
kernels that it calls from other files. So the cache folder is named by a hash of all files with kernels.
"""

import contextlib
import logging
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, wraps
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numba
from llvmlite import ir
from numba.core import event, types
from numba.core.base import BaseContext as Context
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime import rtsys
from numba.core.typing.templates import Signature
from numba.extending import intrinsic as untyped_intrinsic
from numba.extending import overload
from platformdirs import user_cache_path

Written: TypeAlias = Callable[..., object]
"""A function as it is written, for `kernel` to compile."""


class Kernel(Protocol):
    """A function that is compiled when it is called, for the types of its arguments. `py_func` is the one in Python."""

    py_func: Written

    def __call__(self, *arguments: Any) -> Any: ...


_WITH_KERNELS = ("compiled.py", "vectors.py", "tables/**/*.py", "search/kernels/**/*.py", "learning/first_layer.py")


def kernel(function: Written) -> Kernel:
    """Compile a function at its first call, to run without Python's global lock, and cache the machine code on disk."""
    return _compiled(function)


def lean_kernel(function: Written) -> Kernel:
    """Like `kernel`, for functions that do not create arrays; they run without reference counting."""
    return _compiled(function, _nrt=False)


def inlined(function: Written) -> Kernel:
    """Like `lean_kernel`, for a function that is inlined into its callers."""
    return _compiled(function, _nrt=False, forceinline=True)


def _compiled(function: Written, **options: bool) -> Kernel:
    """Compile a function at its first call, with options of numba, or load it."""
    dispatcher = numba.njit(nogil=True, **options)(function)
    if _folder():
        dispatcher._cache = _Kept(function, counting=options.get("_nrt", True))
    compiled: Kernel = dispatcher
    return compiled


class _Kept:
    """The machine code of a function on disk, for numba's dispatchers.

    Loading it leaves out what only compiling needs: a seventh of a second of each command. `counting` says whether it
    counts references, for which numba compiles a few functions of its own each time. Files are first looked for when
    the function is called, as numba creates one to see whether it can.
    """

    def __init__(self, function: Written, *, counting: bool) -> None:
        self._function, self.counting = function, counting

    @cached_property
    def _files(self) -> FunctionCache | None:
        """The files in our folder; None if it cannot have any more."""
        with global_compiler_lock:
            before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(_folder())
            try:
                return _Files(self._function)
            except RuntimeError:
                return None
            finally:
                numba.config.CACHE_DIR = before

    @property
    def cache_path(self) -> str | None:
        """The folder of the files."""
        return self._files and self._files.cache_path

    def load_overload(self, signature: Signature, context: Context) -> object:
        """What was compiled for a signature; None if nothing was."""
        if self.counting:
            rtsys.initialize(context)
        loaded: object = None
        with contextlib.suppress(OSError):
            loaded = self._files and self._files._load_overload(signature, context)
        if loaded is None:
            context.refresh()
        return loaded

    def save_overload(self, signature: Signature, compiled: object) -> None:
        """Keep what was compiled for a signature, if there is room on the disk, and files can be locked there."""
        with contextlib.suppress(OSError, NotImplementedError):  # the second where the file system has no locks
            if self._files:
                from filelock import FileLock

                # numba looks for a free name in the index, and writes both: two processes would find the same one.
                with FileLock(Path(self._files.cache_path) / "index.lock"):
                    self._files.save_overload(signature, compiled)


class _InOurFolder(CompileResultCacheImpl):  # type: ignore[misc]  # numba has no types
    """Files beside the sources, where numba looks next, would be stale when other sources change."""

    _locator_classes = (UserProvidedCacheLocator,)


class _Files(FunctionCache):  # type: ignore[misc]  # numba has no types
    """What numba keeps of a function, in our folder alone."""

    _impl_class = _InOurFolder


def chosen(choose: Written) -> Written:
    """A function that only kernels can call: what `choose` returns for the types of their arguments."""

    @wraps(choose)
    def called(*arguments: object) -> object:
        raise NotImplementedError("only kernels can call this")

    overload(called, jit_options={"nogil": True, "_nrt": False, "forceinline": True})(choose)
    return called


@contextlib.contextmanager
def announcing(tell: Callable[[str | None], None]) -> Iterator[None]:
    """Within the body, call `tell` repeatedly with a phrase while this thread compiles, and with None at the end.

    An exception from `tell` aborts the compilation without a trace.
    """
    listener = _Compilation(tell)
    with event.install_listener(_COMPILE, listener), event.install_listener("numba:run_pass", listener):
        yield


_COMPILE = "numba:compile"


class _Noting(event.Listener):  # type: ignore[misc]  # numba has no types
    """Logs that this process compiles, once: a command off a terminal prints it, since it draws no progress."""

    def __init__(self) -> None:
        self._noted = False

    def on_start(self, event: event.Event) -> None:
        if not self._noted:
            self._noted = True
            _LOG.info("compiling for the first use, which takes up to a minute; no time limit counts it")

    def on_end(self, event: event.Event) -> None:
        pass


_LOG = logging.getLogger("pybridge")
event.register(_COMPILE, _Noting())


class _Compilation(event.Listener):  # type: ignore[misc]  # numba has no types
    """Receives an event for each function that numba compiles, possibly nested, and for each compiler pass."""

    def __init__(self, tell: Callable[[str | None], None]) -> None:
        self._tell, self._thread, self._depth = tell, threading.get_ident(), 0

    def on_start(self, event: event.Event) -> None:
        if threading.get_ident() == self._thread:
            self._depth += event.kind == _COMPILE
            self._tell("compiling (first use only)")

    def on_end(self, event: event.Event) -> None:
        if threading.get_ident() == self._thread and event.kind == _COMPILE:
            self._depth -= 1
            if not self._depth:
                self._tell(None)


@cache
def sources() -> str:
    """The hash of all files with kernels."""
    package = Path(__file__).parent
    digest = blake2b(digest_size=8)
    for pattern in _WITH_KERNELS:
        for path in sorted(package.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _folder() -> Path | None:
    """The cache folder for the machine code of the current sources; None if it is not writable."""
    given = os.environ.get("PYBRIDGE_KERNELS")
    folder = (Path(given) if given else user_cache_path("pybridge") / "kernels") / sources()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    return None


intrinsic: Callable[[Callable[..., "Intrinsic"]], Kernel] = untyped_intrinsic  # numba has no types
Intrinsic: TypeAlias = tuple[object, Written]
"""The types of the arguments and of the result, and what writes the code."""
Values: TypeAlias = Sequence[ir.Value]


def _loaded(builder: ir.IRBuilder, address: ir.Value, bits: int) -> ir.Value:
    """Code that loads a number from an address."""
    return builder.load(builder.inttoptr(address, ir.PointerType(ir.IntType(bits))), align=1)


def _of_word(result: Any, written: Callable[[ir.IRBuilder, ir.Value], ir.Value]) -> Kernel:
    """The instruction that is written for a uint64, and has a result of this type."""

    def typed(typing_context: object, word: object) -> Intrinsic:
        def generate(context: Context, builder: ir.IRBuilder, signature: Signature, arguments: Values) -> object:
            return written(builder, arguments[0])

        return result(types.uint64), generate

    return intrinsic(typed)


_64 = ir.IntType(64)
byte_at = _of_word(types.uint64, lambda builder, address: builder.zext(_loaded(builder, address, 8), _64))
"""The byte at an address, as uint64, to read from tables of different sizes without an array for each."""
half_at = _of_word(types.uint64, lambda builder, address: builder.zext(_loaded(builder, address, 16), _64))
"""The number of 16 bits at an address, as uint64."""
number_at = _of_word(types.int64, lambda builder, address: builder.sext(_loaded(builder, address, 32), _64))
"""The number of 32 bits at an address, as int64."""
word_at = _of_word(types.uint64, lambda builder, address: _loaded(builder, address, 64))
"""The uint64 at an address."""
ones_in = _of_word(types.uint64, lambda builder, word: builder.ctpop(word))
"""The number of set bits of a uint64."""
trailing_zeros = _of_word(types.uint64, lambda builder, word: builder.cttz(word, ir.IntType(1)(1)))
"""The number of bits of a uint64 below the lowest set bit; undefined for 0."""


@intrinsic
def take_bits(typing_context: object, address: object, bits: object) -> Intrinsic:
    """Clear bits of the byte at an address in one step, so that other threads can clear other bits meanwhile."""

    def generate(context: Context, builder: ir.IRBuilder, signature: Signature, arguments: Values) -> object:
        byte = ir.IntType(8)
        pointer = builder.inttoptr(arguments[0], ir.PointerType(byte))
        builder.atomic_rmw("and", pointer, builder.not_(builder.trunc(arguments[1], byte)), "monotonic")
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64), generate


@intrinsic
def prefetch(typing_context: object, address: object) -> Intrinsic:
    """Prefetch the byte at an address into the cache, without waiting."""

    def generate(context: Context, builder: ir.IRBuilder, signature: Signature, arguments: Values) -> object:
        number, byte = ir.IntType(32), ir.IntType(8)
        of = ir.FunctionType(ir.VoidType(), [ir.PointerType(byte), number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [ir.PointerType(byte)], of)
        pointer = builder.inttoptr(arguments[0], ir.PointerType(byte))
        builder.call(fetch, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(types.uint64), generate
