"""Censuses that are stopped while their kernels are compiled for the first time."""

import os
import subprocess
import sys

import pytest

COMPILED_ANEW = """
from pybridge import census
from pybridge.facts import find, read
from pybridge.search.census.choice import plan
from pybridge.search.census.run import CensusRun
import time
facts = read(find("seven"))
run = CensusRun(facts, (), plan(facts, "hashed"))
while run.progress().doing is None:
    time.sleep(0.01)
run.cancel()
for found in run.result(), census(facts, method="hashed"):
    print(found.outcome.name, len(found.levels), sum(level.states for level in found.levels))
"""


@pytest.mark.slow
def test_an_interrupt_ends_the_compilation_and_the_next_census_compiles_what_was_left(tmp_path):
    environment = {**os.environ, "PYBRIDGE_KERNELS": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", COMPILED_ANEW], capture_output=True, text=True, timeout=120, env=environment
    )
    assert (done.stdout, done.stderr) == ("INTERRUPTED 0 0\nSOLVED 37 20160\n", "")
