"""Tables that mean nothing and are built at once, and what manifests are sealed with by people who mean no good."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import xxhash

from pybridge.errors import BrokenTableError
from pybridge.store.table import Table

PRELUDE = f"""
import sys
sys.path.append({str(Path(__file__).parents[2])!r})
from pathlib import Path
from pybridge.store.store import Store
from tests.store.toys import Toy
def tell(text):
    print(text, flush=True)
store = Store(sys.argv[1])
"""


class Toy:
    """A recipe of given arrays; `during` is called while it builds."""

    kind = "toy"
    verified = "agrees with the rules"

    def __init__(self, name="a", arrays=None, during=lambda: None, bytes_needed=1000):
        self.name, self.title, self.identity = name, f"toy {name}", {"name": name, "layout": 1}
        self.arrays = {"low": np.arange(9, dtype="u1"), "high": np.full((2, 3), -7, dtype="<i4")}
        if arrays is not None:
            self.arrays = arrays
        self.during, self.bytes_needed, self.built = during, bytes_needed, 0

    def build(self, report):
        report(f"building {self.name}")
        self.built += 1
        self.during()
        return Table(self.kind, self.title, self.arrays, {"counts": [1, 2], "times built": self.built})

    def verify(self, table, report):
        raise AssertionError("a store does not judge what tables mean")

    def form_fault(self, table):
        return None


def same(table, toy):
    """Whether the table holds the arrays of the toy, for reading only."""
    return list(table.arrays) == list(toy.arrays) and all(
        array.dtype == toy.arrays[name].dtype
        and array.shape == toy.arrays[name].shape
        and np.array_equal(array, toy.arrays[name])
        and not array.flags.writeable
        for name, array in table.arrays.items()
    )


def names(folder):
    return sorted(path.name.split(".", 1)[1] for path in folder.iterdir())


def seal(text):
    """A manifest's file whose seal is right, whatever the text before it is."""
    body = text.rstrip().removesuffix("}").rstrip().encode()
    return body + b',\n "seal": "' + xxhash.xxh3_128(body).hexdigest().encode() + b'"\n}\n'


def sealed_again(text):
    """A manifest's file with other text and a seal that is right."""
    return seal(text.rpartition(',\n "seal": "')[0] + "}")


def resealed(path, **changes):
    """Change members of a manifest on disk, and seal it again."""
    members = json.loads(path.read_text()) | changes
    del members["seal"]
    path.write_bytes(seal(json.dumps(members)))


def python(script, folder):
    """Another Python that runs the script with a `store` of the folder; the lines come from its standard output."""
    return subprocess.Popen(
        [sys.executable, "-c", PRELUDE + script, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def refused(store, toy, reason):
    """The table is not loaded, and the line about it says where, what and what to do."""
    with pytest.raises(BrokenTableError) as caught:
        store.load(toy)
    path, said, advice = str(caught.value).replace(": ", "; ", 1).split("; ")
    assert path == str(next(store.folder.glob("*.lock")).with_suffix(".table"))
    assert said == reason
    assert advice == f"run `pybridge tables remove {path[-22:-6]}` to remove it"
    assert str(caught.value).isprintable()


def mended(store, toy):
    """What obtaining reports; the table is built again and sound."""
    heard, before = [], toy.built
    assert same(store.obtain(toy, heard.append), toy)
    assert toy.built == before + 1
    assert heard[1:] == ["building a", "writing to disk"]
    assert same(store.load(toy), toy)
    assert names(store.folder) == ["json", "lock", "table"]
    return heard[0]
