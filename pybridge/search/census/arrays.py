"""Large arrays written to disk bit by bit, so that who is tired of waiting can end it."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from pybridge.search.census.levels import Check

_BYTES = 1 << 25
"""Written between two looks at whether to go on."""


def write_array(path: Path, array: NDArray[Any], check: Check) -> None:
    """Write what `np.load` reads; what `check` raises ends it. Raises OSError."""
    array = np.ascontiguousarray(array)
    rows = max(1, _BYTES // max(1, array[:1].nbytes))
    with path.open("wb") as file:
        npy.write_array_header_1_0(file, npy.header_data_from_array_1_0(array))
        for first in range(0, len(array), rows):
            check()
            file.write(array[first : first + rows].data)
