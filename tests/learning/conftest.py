"""The 7-puzzle, of which all distances are known."""

import numpy as np
import pytest

from pybridge.learning.positions import Labels
from tests.learning.test_labels import distances


@pytest.fixture(scope="module")
def seven():
    """All states of the 7-puzzle, and their distances."""
    known = distances("seven", 40)
    return Labels(np.array(list(known), np.uint8), np.array(list(known.values()), np.int16))
