"""Arrays of numbers, as tables and kernels hold them: of types that only who made them knows."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Arrays: TypeAlias = Mapping[str, Array]
"""The arrays of a table or a checkpoint by their names."""
KernelTables: TypeAlias = tuple[Any, ...]
"""What a kernel takes as one argument: arrays and numbers, whose types choose the machine code."""
