"""Kernels for processors with other instructions: the same solutions and counters."""

import json
import os
import subprocess
import sys

import pytest

from pybridge.vectors import _HAS_AVX2, _HAS_VBMI

PLAIN = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
AVX2 = {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": "+sse3,+ssse3,+sse4.1,+sse4.2,+popcnt,+avx,+avx2,+bmi,+bmi2"}


@pytest.mark.slow
def test_searches_are_the_same_with_all_instructions(tmp_path):
    """Each process compiles for one processor, as far as this machine can run it."""
    known = [{}, *([AVX2] if _HAS_AVX2 else []), *([PLAIN] if _HAS_AVX2 or _HAS_VBMI else [])]
    scramble = ["solve", "cube", "--scramble", "R U F2 D L B' U2 R' D F", "--tables", "small", "--json"]
    found = []
    for features in known:
        kept = {"PYBRIDGE_KERNELS": str(tmp_path / features.get("NUMBA_CPU_NAME", "this"))} if features else {}
        command = [sys.executable, "-m", "pybridge", *scramble]
        told = subprocess.run(command, env=os.environ | features | kept, capture_output=True, check=True, timeout=300)
        solution = json.loads(told.stdout)
        found.append(
            [solution["solutions"], [(each["expanded"], each["generated"]) for each in solution["iterations"]]]
        )
    assert all(each == found[0] for each in found)
    assert found[0][1][-1][0] > 5
