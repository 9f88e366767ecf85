"""Large arrays written in chunks, so that writing can be cancelled."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from pybridge.search.census.census import Check

_BYTES = 1 << 25
"""Written between two checks."""


def write_array(path: Path, array: NDArray[Any], check: Check) -> None:
    """Write an array as `np.load` reads it. Raises OSError, and what `check` raises."""
    array = np.ascontiguousarray(array)
    rows = max(1, _BYTES // max(1, array[:1].nbytes))
    with path.open("wb") as file:
        npy.write_array_header_1_0(file, npy.header_data_from_array_1_0(array))
        for first in range(0, len(array), rows):
            check()
            file.write(array[first : first + rows].data)
