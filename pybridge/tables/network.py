"""Networks that estimate distances: their weights are small integers, so that all engines compute the same values.

An input that is on adds a row of `first` to an accumulator, which begins at `first_bias`. Two layers follow, and a last
one gives the value; between layers, values are cut to 0 .. TOP. In fixed point 1.0 is SCALE between layers, WEIGHT for
the weights of `second`, `third` and `last`, and their product for the biases and the sum of the last layer.
"""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

import numpy as np
import xxhash
from numpy.typing import NDArray

from pybridge.arrays import Array, Arrays
from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.forms import Form
from pybridge.limits import OnProgress
from pybridge.puzzles.features import Features
from pybridge.store.manifest import canonical, decoded
from pybridge.store.table import BY_FORM, Table

SCALE, WEIGHT, TOP = 256, 1024, 2047
MOST_UNIT = 4096
"""The most moves that an output of 1.0 can stand for."""
_MOST_BYTES = 1 << 26
_MOST_WIDTH = 4096
_FORMAT = 1
_SEAL, _ABOUT = "seal", "manifest"


def fingerprint(features: Features) -> str:
    """The puzzle as a network knows it: places, contents, moves and goal, whatever its name and starts are."""
    return xxhash.xxh3_128_hexdigest(canonical(features.identity).encode("ascii"))


@dataclass(frozen=True)
class NetworkRecipe:
    """How a network was trained, and for which puzzle.

    `puzzle` is the fingerprint of its features, `sizes` are the contents of its places, and `widths` the numbers of
    values between layers. `name`, `seed` and `training`, JSON as text, are the trainer's own.

    Arrays: `first` int16 [inputs, w1], `second` int16 [w2, w1], `third` int16 [w3, w2], `last` int16 [w3]; `first_bias`
    int32 [w1], `second_bias` [w2], `third_bias` [w3], `last_bias` [1]; `unit` int32 [1], the moves of an output of 1.0.
    """

    puzzle: str
    sizes: tuple[int, ...]
    widths: tuple[int, int, int]
    name: str
    seed: int
    training: str = "{}"

    kind: ClassVar[str] = "network"
    verified: ClassVar[str] = BY_FORM

    @property
    def title(self) -> str:
        """The network in one line."""
        widths = "-".join(map(str, (sum(self.sizes), *self.widths)))
        return f"network {widths}, recipe {self.name[:40]}, seed {self.seed}"

    @property
    def identity(self) -> Form:
        """Everything that the network depends on."""
        return {
            "format": _FORMAT,
            "puzzle": self.puzzle,
            "sizes": list(self.sizes),
            "widths": list(self.widths),
            "recipe": self.name,
            "seed": self.seed,
            "training": json.loads(self.training),
        }

    @classmethod
    def from_identity(cls, identity: Form) -> Self:
        """The recipe with this identity."""
        one, two, three = map(int, identity["widths"])
        puzzle, name, sizes = str(identity["puzzle"]), str(identity["recipe"]), tuple(map(int, identity["sizes"]))
        return cls(puzzle, sizes, (one, two, three), name, int(identity["seed"]), canonical(identity["training"]))

    @property
    def shapes(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """The type and shape of each array."""
        one, two, three = self.widths
        return {
            "first": ("int16", (sum(self.sizes), one)), "first_bias": ("int32", (one,)),
            "second": ("int16", (two, one)), "second_bias": ("int32", (two,)),
            "third": ("int16", (three, two)), "third_bias": ("int32", (three,)),
            "last": ("int16", (three,)), "last_bias": ("int32", (1,)), "unit": ("int32", (1,)),
        }  # fmt: skip

    def form_fault(self, table: Table) -> str | None:
        """Why the network cannot be evaluated, or would overflow; None if it can."""
        if len(self.widths) != 3 or not all(0 < each <= _MOST_WIDTH for each in (*self.widths, *self.sizes)):
            return f"its layers are not from 1 to {_MOST_WIDTH:,} wide"
        if not self.sizes:
            return "it has no inputs"
        found = {name: (array.dtype.name, array.shape) for name, array in table.arrays.items()}
        if found != self.shapes:
            wrong = next((name for name, form in self.shapes.items() if found.get(name) != form), "beyond its own")
            return f"it has no array {wrong} of the right shape and type"
        return next(_overflows(table.arrays, self.sizes), None)

    def verify(self, table: Table, report: OnProgress) -> None:
        """Check the form, for nothing says what the weights should be. Raises BrokenTableError."""
        if fault := self.form_fault(table):
            raise BrokenTableError(f"{self.title}: {fault}")


def recipe_for(
    features: Features, widths: tuple[int, int, int], name: str, seed: int, training: Mapping[str, object]
) -> NetworkRecipe:
    """The recipe of a network for a puzzle; `training` is JSON with all that the weights depend on."""
    return NetworkRecipe(fingerprint(features), features.sizes, widths, name, seed, canonical(training))


def _overflows(arrays: Arrays, sizes: Sequence[int]) -> Iterator[str]:
    """What could overflow: an accumulator has 16 bits, the sums of all other layers have 32."""
    rows = np.abs(arrays["first"].astype(np.int64))
    largest = np.abs(arrays["first_bias"].astype(np.int64))
    for begin, size in zip(np.cumsum((0, *sizes[:-1])), sizes, strict=True):
        largest = largest + rows[begin : begin + size].max(axis=0)
    if largest.max() > np.iinfo(np.int16).max:
        yield f"the weights of its first layer can add up to {largest.max():,}, more than 16 bits hold"
    for name in ("second", "third", "last"):
        weights, bias = (np.abs(arrays[each].astype(np.int64)) for each in (name, f"{name}_bias"))
        if (TOP * weights.sum(axis=-1) + bias).max() > np.iinfo(np.int32).max:
            yield f"the sums of its layer {name} can be more than 32 bits hold"
    if not 0 < arrays["unit"][0] <= MOST_UNIT:
        yield f"its unit is not from 1 to {MOST_UNIT:,} moves"


class Evaluation:
    """The values of a network, computed by numpy: the plain twin of the kernels. All numbers are whole and exact."""

    def __init__(self, arrays: Arrays) -> None:
        self._first, self._first_bias = arrays["first"].astype(np.int32), arrays["first_bias"]
        # Sums of fewer than 53 bits are exact in float64, whose products of matrices are fast.
        self._layers = [
            (arrays[name].T.astype(np.float64), arrays[f"{name}_bias"].astype(np.float64))
            for name in ("second", "third", "last")
        ]
        self._unit = int(arrays["unit"][0])

    def values(self, active: Array) -> NDArray[np.int64]:
        """The value of each row of inputs that are on, in moves times SCALE."""
        found = np.clip(self._first[active].sum(axis=1) + self._first_bias, 0, TOP)
        *between, (weights, bias) = self._layers
        for matrix, biases in between:
            found = np.clip((found @ matrix + biases).astype(np.int64) >> 10, 0, TOP)
        last: NDArray[np.int64] = (found @ weights + bias).astype(np.int64)
        return (last * self._unit) >> 10


def network_file(recipe: NetworkRecipe, table: Table) -> bytes:
    """A file of arrays in numpy's format, with the network, its recipe and a hash of everything."""
    about = canonical({"identity": recipe.identity, "about": dict(table.about)}).encode("ascii")
    arrays = {_ABOUT: np.frombuffer(about, np.uint8), **table.arrays}
    file = io.BytesIO()
    # numpy also has a keyword that is not an array; none of these names is that keyword.
    np.savez_compressed(file, **arrays, **{_SEAL: _seal(arrays)})  # type: ignore[arg-type]
    return file.getvalue()


def load_network(path: Path) -> tuple[NetworkRecipe, Table]:
    """Read a network from a file that `network_file` made.

    Raises BrokenTableError if it was changed or cut short, UnfitHeuristicError if it cannot be opened.
    """
    try:
        recipe, table = _loaded(path)
    except FileNotFoundError:
        raise UnfitHeuristicError(f"there is no file {path}; name a network that `pybridge train` wrote") from None
    except Exception as error:  # of a hostile archive, its readers raise errors of any kind
        why = str(error) if isinstance(error, _Refused) else "it cannot be read"
        raise BrokenTableError(f"{path} is not a network, or was changed: {why}") from None
    if fault := recipe.form_fault(table):
        raise BrokenTableError(f"{path} is not a network, or was changed: {fault}")
    return recipe, table


class _Refused(ValueError):
    """What is wrong with a file, in words for its user."""


def _loaded(path: Path) -> tuple[NetworkRecipe, Table]:
    if not path.is_file() and path.exists():
        raise _Refused("it is not a regular file")
    with zipfile.ZipFile(path) as archive:
        if sum(each.file_size for each in archive.infolist()) > _MOST_BYTES:
            raise _Refused(f"it holds more than {_MOST_BYTES >> 20} MiB")
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: np.ascontiguousarray(file[name]) for name in file.files}
    seal = arrays.pop(_SEAL)
    if not np.array_equal(seal, _seal(arrays)):
        raise _Refused("its hash differs")
    manifest = decoded(arrays.pop(_ABOUT).tobytes())
    recipe = NetworkRecipe.from_identity(manifest["identity"])
    if canonical(recipe.identity) != canonical(manifest["identity"]):
        raise _Refused("its manifest describes no network")
    return recipe, Table(NetworkRecipe.kind, recipe.title, arrays, dict(manifest["about"]))


def _seal(arrays: Arrays) -> NDArray[np.uint8]:
    return np.frombuffer(digest(arrays), np.uint8)


def digest(arrays: Arrays) -> bytes:
    """The hash of all arrays: their names, forms and bytes."""
    hashed = xxhash.xxh3_128()
    for name, array in sorted(arrays.items()):
        hashed.update(f"{name} {array.dtype.str} {array.shape};".encode())
        hashed.update(np.ascontiguousarray(array).tobytes())
    return hashed.digest()
