"""The only module that uses numba: compile kernels, cache the machine code, and provide CPU intrinsics.

Numba invalidates cached code by the time and size of the source file of a function, and does not notice changes in
kernels that it calls from other files. So the cache folder is named by a hash of all files with kernels.
"""

import contextlib
import logging
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numba
from llvmlite import binding, ir
from numba.core import cgutils, event, types
from numba.core.base import BaseContext as _Context
from numba.core.typing.templates import Signature as _Signature
from numba.extending import intrinsic, overload
from platformdirs import user_cache_path

Written: TypeAlias = Callable[..., object]
"""A function as it is written, for `kernel` to compile."""


class Kernel(Protocol):
    """A function that is compiled when it is called, for the types of its arguments. `py_func` is the one in Python."""

    py_func: Written

    def __call__(self, *arguments: Any) -> Any: ...


_WITH_KERNELS = ("compiled.py", "tables/*.py", "search/kernels/*.py")


def kernel(function: Written) -> Kernel:
    """Compile a function at its first call, to run without Python's global lock, and cache the machine code on disk."""
    with _kept_in(_folder()) as kept:
        compiled: Kernel = numba.njit(nogil=True, cache=kept)(function)
    return compiled


def lean_kernel(function: Written) -> Kernel:
    """Like `kernel`, for functions that do not create arrays; they run without reference counting."""
    with _kept_in(_folder()) as kept:
        compiled: Kernel = numba.njit(nogil=True, cache=kept, _nrt=False)(function)
    return compiled


def inlined(function: Written) -> Kernel:
    """Like `lean_kernel`, for a function that is inlined into its callers."""
    with _kept_in(_folder()) as kept:
        compiled: Kernel = numba.njit(nogil=True, cache=kept, _nrt=False, forceinline=True)(function)
    return compiled


def chosen(function: Written) -> Callable[[Written], Written]:
    """Decorate a function that returns the implementation of `function` in kernels, given the argument types."""
    decorate: Callable[[Written], Written] = overload(
        function, jit_options={"nogil": True, "_nrt": False, "forceinline": True}
    )
    return decorate


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
def _folder() -> Path:
    """The cache folder for the machine code of the current sources."""
    given = os.environ.get("PYBRIDGE_KERNELS")
    return (Path(given) if given else user_cache_path("pybridge") / "kernels") / sources()


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


_intrinsic: Callable[[Callable[..., "_Intrinsic"]], Kernel] = intrinsic  # numba has no types
_Intrinsic: TypeAlias = tuple[object, Written]
"""The types of the arguments and of the result, and what writes the code."""
_Values: TypeAlias = Sequence[ir.Value]


def _loaded(builder: ir.IRBuilder, address: ir.Value, bits: int) -> ir.Value:
    """Code that loads a number from an address."""
    return builder.load(builder.inttoptr(address, ir.PointerType(ir.IntType(bits))))


@_intrinsic
def byte_at(typing_context: object, address: object) -> _Intrinsic:
    """The byte at an address, as uint64, to read from tables of different sizes without an array for each."""

    def generate(context: _Context, builder: ir.IRBuilder, signature: _Signature, arguments: _Values) -> object:
        return builder.zext(_loaded(builder, arguments[0], 8), ir.IntType(64))

    return types.uint64(types.uint64), generate


@_intrinsic
def number_at(typing_context: object, address: object) -> _Intrinsic:
    """The number of 32 bits at an address, as int64."""

    def generate(context: _Context, builder: ir.IRBuilder, signature: _Signature, arguments: _Values) -> object:
        return builder.sext(_loaded(builder, arguments[0], 32), ir.IntType(64))

    return types.int64(types.uint64), generate


@_intrinsic
def word_at(typing_context: object, address: object) -> _Intrinsic:
    """The uint64 at an address."""

    def generate(context: _Context, builder: ir.IRBuilder, signature: _Signature, arguments: _Values) -> object:
        return _loaded(builder, arguments[0], 64)

    return types.uint64(types.uint64), generate


@_intrinsic
def ones_in(typing_context: object, word: object) -> _Intrinsic:
    """The number of set bits of a uint64."""

    def generate(context: _Context, builder: ir.IRBuilder, signature: _Signature, arguments: _Values) -> object:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@_intrinsic
def trailing_zeros(typing_context: object, word: object) -> _Intrinsic:
    """The number of bits of a uint64 below the lowest set bit; undefined for 0."""

    def generate(context: _Context, builder: ir.IRBuilder, signature: _Signature, arguments: _Values) -> object:
        return builder.cttz(arguments[0], ir.IntType(1)(1))

    return types.uint64(types.uint64), generate


@_intrinsic
def take_bits(typing_context: object, address: object, bits: object) -> _Intrinsic:
    """Clear bits of the byte at an address in one step, so that other threads can clear other bits meanwhile."""

    def generate(context: _Context, builder: ir.IRBuilder, signature: _Signature, arguments: _Values) -> object:
        byte = ir.IntType(8)
        pointer = builder.inttoptr(arguments[0], ir.PointerType(byte))
        builder.atomic_rmw("and", pointer, builder.not_(builder.trunc(arguments[1], byte)), "monotonic")
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64), generate


@_intrinsic
def prefetch(typing_context: object, address: object) -> _Intrinsic:
    """Prefetch the byte at an address into the cache, without waiting."""

    def generate(context: _Context, builder: ir.IRBuilder, signature: _Signature, arguments: _Values) -> object:
        number, byte = ir.IntType(32), ir.IntType(8)
        of = ir.FunctionType(ir.VoidType(), [ir.PointerType(byte), number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [ir.PointerType(byte)], of)
        pointer = builder.inttoptr(arguments[0], ir.PointerType(byte))
        builder.call(fetch, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(types.uint64), generate


SUMS = 32
"""The sums that `add_products` adds to at once."""
_LANES, _AT_ONCE = 8, 4
_WIDE = ir.VectorType(ir.IntType(32), _LANES)
_HAS_AVX2 = bool(binding.get_host_cpu_features().get("avx2"))


@_intrinsic
def add_products(typing_context: object, values: object, weights: object, sums: object) -> _Intrinsic:
    """Add to each of SUMS int32 the products of int16 values and its weights.

    `values` are a multiple of 8. `weights` has for each two values those of the first sum, then of the second, and so
    on. A loop in numba takes three times as long: it multiplies half as many at once, and adds up each sum by itself.
    """

    def generate(context: _Context, builder: ir.IRBuilder, signature: _Signature, arguments: _Values) -> object:
        arrays = [
            context.make_array(kind)(context, builder, each)
            for kind, each in zip(signature.args, arguments, strict=True)
        ]
        kinds = (ir.IntType(32), _WIDE, _WIDE)
        value, weight, total = (
            builder.bitcast(array.data, ir.PointerType(kind)) for array, kind in zip(arrays, kinds, strict=True)
        )
        vectors = [builder.gep(total, [ir.IntType(64)(number)]) for number in range(SUMS // _LANES)]
        kept = [cgutils.alloca_once_value(builder, builder.load(vector, align=4)) for vector in vectors]
        rounds = builder.udiv(cgutils.unpack_tuple(builder, arrays[0].shape)[0], ir.IntType(64)(2 * _AT_ONCE))
        with cgutils.for_range(builder, rounds) as loop:
            first = builder.mul(loop.index, ir.IntType(64)(_AT_ONCE))
            pairs = [builder.add(first, ir.IntType(64)(number)) for number in range(_AT_ONCE)]
            spread = [_spread(builder, builder.load(builder.gep(value, [pair]), align=2)) for pair in pairs]
            for number, total_so_far in enumerate(kept):
                added = builder.load(total_so_far)
                for pair, both in zip(pairs, spread, strict=True):
                    place = builder.add(builder.mul(pair, ir.IntType(64)(len(kept))), ir.IntType(64)(number))
                    added = builder.add(
                        added, _products(builder, both, builder.load(builder.gep(weight, [place]), align=2))
                    )
                builder.store(added, total_so_far)
        for vector, total_so_far in zip(vectors, kept, strict=True):
            builder.store(builder.load(total_so_far), vector, align=4)
        return context.get_dummy_value()

    return types.void(values, weights, sums), generate


def _spread(builder: ir.IRBuilder, pair: ir.Value) -> ir.Value:
    """A pair of int16 in all lanes."""
    nothing = ir.Constant(_WIDE, ir.Undefined)
    one = builder.insert_element(nothing, pair, ir.IntType(32)(0))
    return builder.shuffle_vector(one, nothing, ir.Constant(_WIDE, [0] * _LANES))


def _products(builder: ir.IRBuilder, one: ir.Value, other: ir.Value) -> ir.Value:
    """In each lane the sum of the products of the lower and of the upper int16."""
    if _HAS_AVX2:
        halves = ir.VectorType(ir.IntType(16), 2 * _LANES)
        multiply = builder.module.declare_intrinsic(
            "llvm.x86.avx2.pmadd.wd", (), ir.FunctionType(_WIDE, [halves, halves])
        )
        return builder.call(multiply, [builder.bitcast(one, halves), builder.bitcast(other, halves)])
    half = ir.Constant(_WIDE, [16] * _LANES)
    lower = [builder.ashr(builder.shl(each, half), half) for each in (one, other)]
    upper = [builder.ashr(each, half) for each in (one, other)]
    return builder.add(builder.mul(*lower), builder.mul(*upper))
