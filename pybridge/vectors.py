"""Instructions for many numbers at once: sums of products for networks, and permutations of points."""

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.base import BaseContext as Context
from numba.core.codegen import get_host_cpu_features
from numba.core.typing.templates import Signature

from pybridge.compiled import Intrinsic, Values, intrinsic

_FEATURES = get_host_cpu_features() if numba.config.CPU_FEATURES is None else numba.config.CPU_FEATURES
"""What the processor has, as numba sees it or is configured."""


def _has(feature: str) -> bool:
    """Whether code may use a feature of the processor."""
    return f"+{feature}" in _FEATURES.split(",")


_HAS_AVX2, _HAS_VBMI = _has("avx2"), _has("avx512vbmi")

SUMS = 32
"""The sums that `add_products` adds to at once."""
_LANES, _AT_ONCE = 8, 4
_WIDE = ir.VectorType(ir.IntType(32), _LANES)


@intrinsic
def add_products(typing_context: object, values: object, weights: object, sums: object) -> Intrinsic:
    """Add to each of SUMS int32 the products of int16 values and its weights.

    `values` are a multiple of 8. `weights` has for each two values those of the first sum, then of the second, and so
    on. A loop in numba takes three times as long: it multiplies half as many at once, and adds up each sum by itself.
    """

    def generate(context: Context, builder: ir.IRBuilder, signature: Signature, arguments: Values) -> object:
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


POINTS = 64
"""The points that `permute` has, a byte each."""
_BYTE, _NUMBER = ir.IntType(8), ir.IntType(32)


@intrinsic
def permute(typing_context: object, result: object, values: object, places: object) -> Intrinsic:
    """Write `result[i] = values[places[i]]` for POINTS bytes, all given by their addresses.

    `result` may be one of the others. With AVX-512 VBMI it is one instruction, with AVX2 some twenty.
    """

    def generate(context: Context, builder: ir.IRBuilder, signature: Signature, arguments: Values) -> object:
        many = _permuted if _HAS_VBMI else _permuted_in_parts if _HAS_AVX2 else _permuted_one_by_one
        many(builder, *arguments)
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64), generate


def _vector(builder: ir.IRBuilder, address: ir.Value, size: int, offset: int = 0) -> ir.Value:
    """The place of some bytes at an address."""
    if offset:
        address = builder.add(address, ir.IntType(64)(offset))
    return builder.inttoptr(address, ir.PointerType(ir.VectorType(_BYTE, size)))


def _call(builder: ir.IRBuilder, name: str, kind: ir.Type, *arguments: ir.Value) -> ir.Value:
    function = ir.FunctionType(kind, [each.type for each in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, function, name), arguments)


def _permuted(builder: ir.IRBuilder, result: ir.Value, values: ir.Value, places: ir.Value) -> None:
    wide = ir.VectorType(_BYTE, POINTS)
    both = (builder.load(_vector(builder, each, POINTS), align=1) for each in (values, places))
    found = _call(builder, "llvm.x86.avx512.permvar.qi.512", wide, *both)
    builder.store(found, _vector(builder, result, POINTS), align=1)


def _permuted_in_parts(builder: ir.IRBuilder, result: ir.Value, values: ir.Value, places: ir.Value) -> None:
    """The instruction looks places up within 16 values, so there are four for each half, of which one is right."""
    part, half = 16, 32
    kind = ir.VectorType(_BYTE, half)
    twice = ir.Constant(ir.VectorType(_NUMBER, half), [*range(part), *range(part)])

    def every(number: int) -> ir.Constant:
        return ir.Constant(kind, [number] * half)

    parts = [builder.load(_vector(builder, values, part, offset), align=1) for offset in range(0, POINTS, part)]
    spread = [builder.shuffle_vector(each, each, twice) for each in parts]
    found = []
    for offset in range(0, POINTS, half):
        at = builder.load(_vector(builder, places, half, offset), align=1)
        mine = ir.Constant(kind, [0] * half)
        for number, each in enumerate(spread):
            near = builder.icmp_unsigned("==", builder.and_(at, every(POINTS - part)), every(part * number))
            seen = _call(builder, "llvm.x86.avx2.pshuf.b", kind, each, builder.and_(at, every(part - 1)))
            mine = builder.select(near, seen, mine)
        found.append(mine)
    for offset, mine in zip(range(0, POINTS, half), found, strict=True):
        builder.store(mine, _vector(builder, result, half, offset), align=1)


def _permuted_one_by_one(builder: ir.IRBuilder, result: ir.Value, values: ir.Value, places: ir.Value) -> None:
    wide, found = ir.VectorType(_BYTE, POINTS), []
    for number in range(POINTS):
        place = _byte(builder, builder.add(places, ir.IntType(64)(number)))
        found.append(_byte(builder, builder.add(values, builder.zext(place, ir.IntType(64)))))
    gathered = ir.Constant(wide, ir.Undefined)
    for number, byte in enumerate(found):
        gathered = builder.insert_element(gathered, byte, _NUMBER(number))
    builder.store(gathered, _vector(builder, result, POINTS), align=1)


SLOTS, CHUNK = 16, 4
"""The digits that `read_digits` reads at once, and how many of them make a word."""
WEIGHTS = 2 * SLOTS
"""The bytes of weights: of each digit in its pair, and as numbers of 16 bits of each pair in its word."""
_WORDS = numba.types.UniTuple(numba.types.uint64, 2)


@intrinsic
def read_digits(typing_context: object, row: object, reading: object, weights: object) -> Intrinsic:
    """Read SLOTS points of a row, and make words of the digits that they mean; two uint64 of two words each.

    All three are addresses.
    """

    def generate(context: Context, builder: ir.IRBuilder, signature: Signature, arguments: Values) -> object:
        row, reading, weights = arguments
        digits = _digits(builder, row, reading) if _HAS_VBMI else _digits_one_by_one(builder, row, reading)
        in_pairs = builder.load(_vector(builder, weights, SLOTS), align=1)
        of_pairs = builder.bitcast(builder.load(_vector(builder, weights, SLOTS, SLOTS), align=1), _PAIRS)
        words = _sums(builder, digits, in_pairs, of_pairs)
        both = builder.bitcast(words, ir.VectorType(ir.IntType(64), 2))
        return context.make_tuple(
            builder, _WORDS, [builder.extract_element(both, _NUMBER(number)) for number in range(2)]
        )

    return _WORDS(types.uint64, types.uint64, types.uint64), generate


_DIGITS, _PAIRS = ir.VectorType(_BYTE, SLOTS), ir.VectorType(ir.IntType(16), SLOTS // 2)


def _digits(builder: ir.IRBuilder, row: ir.Value, reading: ir.Value) -> ir.Value:
    wide = ir.VectorType(_BYTE, POINTS)
    nothing = ir.Constant(_DIGITS, ir.Undefined)
    places = builder.load(_vector(builder, reading, SLOTS), align=1)
    found = builder.shuffle_vector(places, nothing, ir.Constant(ir.VectorType(_NUMBER, POINTS), [*range(SLOTS)] * 4))
    for table in (_vector(builder, row, POINTS), _vector(builder, reading, POINTS, SLOTS)):
        found = _call(builder, "llvm.x86.avx512.permvar.qi.512", wide, builder.load(table, align=1), found)
    return builder.shuffle_vector(found, found, ir.Constant(ir.VectorType(_NUMBER, SLOTS), [*range(SLOTS)]))


def _digits_one_by_one(builder: ir.IRBuilder, row: ir.Value, reading: ir.Value) -> ir.Value:
    found = ir.Constant(_DIGITS, ir.Undefined)
    table = builder.add(reading, ir.IntType(64)(SLOTS))
    for number in range(SLOTS):
        at = builder.add(reading, ir.IntType(64)(number))
        for base in (row, table):
            at = builder.add(base, builder.zext(_byte(builder, at), ir.IntType(64)))
        found = builder.insert_element(found, _byte(builder, at), _NUMBER(number))
    return found


def _byte(builder: ir.IRBuilder, address: ir.Value) -> ir.Value:
    return builder.load(builder.inttoptr(address, ir.PointerType(_BYTE)))


def _sums(builder: ir.IRBuilder, digits: ir.Value, in_pairs: ir.Value, of_pairs: ir.Value) -> ir.Value:
    """The weighted sums of each four digits."""
    if _HAS_AVX2:
        pairs = _call(builder, "llvm.x86.ssse3.pmadd.ub.sw.128", _PAIRS, digits, in_pairs)
        return _call(builder, "llvm.x86.sse2.pmadd.wd", ir.VectorType(_NUMBER, SLOTS // CHUNK), pairs, of_pairs)
    wide = ir.VectorType(_NUMBER, SLOTS)
    weights = builder.mul(
        builder.zext(in_pairs, wide),
        builder.shuffle_vector(
            builder.zext(of_pairs, ir.VectorType(_NUMBER, SLOTS // 2)),
            ir.Constant(ir.VectorType(_NUMBER, SLOTS // 2), ir.Undefined),
            ir.Constant(wide, [slot // 2 for slot in range(SLOTS)]),
        ),
    )
    products = builder.mul(builder.zext(digits, wide), weights)
    few = ir.VectorType(_NUMBER, SLOTS // CHUNK)
    parts = [
        builder.shuffle_vector(products, products, ir.Constant(few, [*range(first, SLOTS, CHUNK)]))
        for first in range(CHUNK)
    ]
    return builder.add(builder.add(parts[0], parts[1]), builder.add(parts[2], parts[3]))
