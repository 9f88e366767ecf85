"""Network files that others have made, with a seal that fits, are read or refused in one line; none ends in a bug."""

import io
import json
import random
import zipfile

import numpy as np
import pytest

from pybridge.cli import run
from pybridge.errors import BrokenTableError
from pybridge.facts import find, read
from pybridge.heuristics.learned import learned
from pybridge.store.store import Store
from pybridge.tables.network import digest, load_network, network_file
from tests.networks import network

FACTS = read(find("seven"))
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
VALUES = (
    None, True, -1, 0, 1, 7, 1 << 40, 10**300, 1.5, float("inf"), float("nan"), "", "x", [], [0], [[]], [None], {},
    {"x": 1}, "\x1b[2J",
)  # fmt: skip


@pytest.fixture(scope="module")
def whole():
    """The arrays of a small network's file, its manifest among them."""
    with np.load(io.BytesIO(network_file(*network(FACTS, widths=(2, 2, 2))))) as file:
        return {name: file[name] for name in file.files if name != "seal"}


def manifest(arrays):
    return json.loads(arrays["manifest"].tobytes())


def sealed(arrays, text=None):
    """The bytes of a file of these arrays, with another text as its manifest, and a seal that fits."""
    if text is not None:
        arrays = {**arrays, "manifest": np.frombuffer(text.encode(), np.uint8)}
    file = io.BytesIO()
    np.savez(file, **arrays, seal=np.frombuffer(digest(arrays), np.uint8))
    return file.getvalue()


def outcome(path, data):
    """Whether a file with this content is refused, as it must be if it is not a network."""
    path.write_bytes(data)
    return read_or_refused(lambda: load_network(path))


def read_or_refused(load):
    said = ""
    try:
        load()
    except BrokenTableError as error:
        said = str(error)
    assert len(said.splitlines()) <= 1
    return "refused" if said else "read"


def everywhere(value, place=()):
    """The places in a value of JSON."""
    yield place
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from everywhere(inner, (*place, key))


def put(value, place, new):
    if not place:
        return new
    again = value.copy()
    again[place[0]] = put(value[place[0]], place[1:], new)
    return again


@pytest.mark.slow
def test_every_value_of_the_manifest(whole, tmp_path):
    found = manifest(whole)
    assert outcome(tmp_path / "a.npz", sealed(whole, json.dumps(found))) == "read"
    for place in everywhere(found):
        codes = {outcome(tmp_path / "a.npz", sealed(whole, json.dumps(put(found, place, new)))) for new in VALUES}
        assert "refused" in codes, place
        if place[:2] in {(), ("identity",), ("identity", "sizes"), ("identity", "widths")}:
            assert codes == {"refused"}, place


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "null", '{"identity": {}}', '{"about": {}}', "{" * 10**5, "[" * 10**5 + "]" * 10**5,
        '{"a": ' + "9" * 5000 + "}", "\xff\x00",
    ],
)  # fmt: skip
def test_texts_that_are_no_manifest(whole, tmp_path, text):
    assert outcome(tmp_path / "a.npz", sealed(whole, text)) == "refused"


def packed(data, method, change=lambda name, member: member):
    """The archive with its members packed in another way, each after `change`."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(file, "w", method) as after:
        for name in before.namelist():
            after.writestr(name, change(name, before.read(name)))
    return file.getvalue()


def damaged(data, chosen):
    """The data with some bytes changed, or cut short."""
    again = bytearray(data)
    for _ in range(chosen.randrange(1, 4)):
        again[chosen.randrange(len(again))] = chosen.choice((0, 255, chosen.randrange(256)))
    return bytes(again[: chosen.randrange(len(again))] if chosen.random() < 0.2 else again)


@pytest.mark.filterwarnings("ignore")  # numpy warns of headers of old versions
@pytest.mark.parametrize("method", METHODS)
def test_damaged_archives(whole, tmp_path, method):
    chosen, data = random.Random(method), packed(sealed(whole), method)
    assert outcome(tmp_path / "a.npz", data) == "read"
    codes = [outcome(tmp_path / "a.npz", damaged(data, chosen)) for _ in range(250)]
    assert codes.count("refused") > 100


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_damaged_headers_of_arrays(whole, tmp_path):
    """The archive is whole, and its checksums fit: numpy reads the header."""
    chosen, data = random.Random(1), sealed(whole)

    def header(name, member):
        return damaged(member[:128], chosen) + member[128:] if name == wanted else member

    for number in range(600):
        wanted = ("first.npy", "manifest.npy", "seal.npy")[number % 3]
        outcome(tmp_path / "a.npz", packed(data, zipfile.ZIP_STORED, header))


HEADERS = [
    b"{", b"(" * 60, b"{'descr': ", b"{'descr': '<i2', 'fortran_order': False, 'shape': (1 << 70,), }",
    b"{'descr': '<i2', 'fortran_order': False, 'shape': (-1,), }",
    b"{'descr': 'O', 'fortran_order': False, 'shape': (1,), }",
    b"{'descr': '<i2', 'fortran_order': False, 'shape': (4000000000, 4000000000), }",
    b"{'descr': '<i2', 'fortran_order': False, 'shape': (3000000000L,), }",
    b"{'descr': '|S2000000000', 'fortran_order': False, 'shape': (1,), }", b"\xff" * 20, b"'''", b"\n  x\n y",
    b"{'descr': [('a', '<i2', (10000000000,))], 'fortran_order': False, 'shape': (1,), }",
]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("version", [b"\1\0", b"\2\0", b"\3\0", b"\4\0"])
def test_forged_headers_of_arrays(whole, tmp_path, header, version):
    length = len(header).to_bytes(2 if version == b"\1\0" else 4, "little")
    member = b"\x93NUMPY" + version + length + header + b"\0" * 64
    data = packed(sealed(whole), zipfile.ZIP_STORED, lambda name, old: member if name == "first.npy" else old)
    assert outcome(tmp_path / "a.npz", data) == "refused"


SIZES = ([], [63], [1] * 64, [64], [8] * 9, [8] * 7 + [7, 1], [0] * 8, [9, 7] + [8] * 6)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_other_inputs_than_those_of_the_puzzle(whole, tmp_path, capsys, engine):
    for sizes in SIZES:
        found = put(manifest(whole), ("identity", "sizes"), sizes)
        arrays = {**whole, "first": np.zeros((sum(sizes), 2), np.int16)}
        (tmp_path / "a.npz").write_bytes(sealed(arrays, json.dumps(found)))
        words = ["solve", "seven", "--engine", engine, "--heuristic", f"learned:{tmp_path / 'a.npz'}"]
        assert run(words) == 45, sizes
        assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("place", ["sizes", "widths", "seed", "training", "recipe", "format"])
def test_in_the_store(tmp_path, monkeypatch, place):
    """The manifests of the store are checked by it; what they say about a network is checked here."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    recipe, table = network(FACTS)
    for new in (None, [], {}, "x", [1 << 70], [[]], -1):
        forged = Forged({**recipe.identity, place: new})
        Store().keep(forged, table)
        ended = read_or_refused(lambda: learned(FACTS, "", "learned"))
        assert ended == "refused" or place in {"seed", "training", "recipe"}
        Store().drop(forged)


class Forged:
    """A recipe of the kind network with any identity."""

    kind, title, bytes_needed = "network", "forged", 1

    def __init__(self, identity):
        self.identity = identity

    def form_fault(self, table):
        return None
