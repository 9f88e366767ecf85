"""Tables that others have written and sealed: they are refused, or the answer is checked; no command ends in a bug.

Every member of a manifest is changed, and the payload in its length and content, with hash and seal that fit.
"""

import json

import numpy as np
import pytest
import xxhash

from pybridge.store.manifest import key
from tests.samples import sample

FINE = {0, 45, 46, 60}
SEARCHES = {
    "pattern": ("2x3", "pdb:3-2"),
    "walking": ("2x3", "walking"),
    "sequence": ("2x3", "manhattan"),
    "abstraction": ("frogs", "abstraction:100"),
}
VALUES = (
    (-1, 0, 1, 7, 255, 1 << 40, 1.5),
    (None, True, "", "x", "-1"),
    ([], [0], [[]], [[0]], [None], {}, {"x": 1}),
)
"""Numbers, words, and what holds others."""


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    from pybridge.cli import run

    path = tmp_path_factory.mktemp("board") / "b.pl"
    assert run(("facts", "2x3", "--seed", "3", "--out", str(path))) == 0
    return str(path)


@pytest.fixture
def forge(tmp_path, monkeypatch, command, board, request):
    """A table of a kind and its files; `forge.write` puts others in their place, `forge.codes` tries the commands."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    return Forge(tmp_path, command, board, request.param)


class Forge:
    def __init__(self, folder, command, board, kind):
        self.command, self.kind = command, kind
        puzzle, heuristic = SEARCHES[kind]
        self.search = ("solve", board if puzzle == "2x3" else puzzle, "--heuristic", heuristic)
        assert command(*self.search).code == 0
        self.path = next(folder.glob(f"{kind}-*.json"))
        self.folder = folder
        self.members = json.loads(self.path.read_text())
        del self.members["seal"]
        self.payload = self.path.with_suffix(".table").read_bytes()

    def write(self, members, payload=None):
        """The files with these members, under the name that belongs to them."""
        payload = self.payload if payload is None else payload
        members = {**members, "xxh3_128": xxhash.xxh3_128_hexdigest(payload)}
        body = json.dumps(members).encode()[:-1]
        seal = xxhash.xxh3_128_hexdigest(body).encode()
        for each in self.folder.glob(f"{self.kind}-*"):
            each.unlink()
        name = self.path
        if isinstance(members["identity"], dict):
            name = self.folder / f"{self.kind}-{key(self.kind, members['identity'])}.json"
        name.write_bytes(body + b',\n "seal": "' + seal + b'"\n}\n')
        name.with_suffix(".table").write_bytes(payload)

    def codes(self):
        commands = [("tables", "list"), ("tables", "list", self.kind), ("tables", "list", "--json"),
                    ("tables", "verify", self.kind), ("tables", "verify", "--quick"),
                    ("tables", "build", self.search[1], "--heuristic", self.search[3]), self.search,
                    (*self.search, "--engine", "python")]  # fmt: skip
        ended = {}
        for each in commands[:-2]:
            ended[each] = self.command(*each)
        files = [(each, each.read_bytes()) for each in self.folder.glob(f"{self.kind}-*")]
        for each in commands[-2:]:
            for path, data in files:
                path.write_bytes(data)
            ended[each] = self.command(*each)
        return {each: (result.code, result.err) for each, result in ended.items() if result.code not in FINE}


def changes(members, thorough):
    """Each member, and each one within, with other values: one of each kind, or of one kind if not `thorough`."""
    random = np.random.default_rng(7)

    def values():
        drawn = [kind[random.integers(len(kind))] for kind in VALUES]
        return drawn if thorough else [drawn[random.integers(len(drawn))]]

    for name, value in members.items():
        if name != "xxh3_128":
            yield from ({**members, name: other} for other in values())
        inner = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
        for at in inner:
            for other in values():
                changed = json.loads(json.dumps(members))
                changed[name][at] = other
                yield changed


def contents(payload, number):
    """Other contents: one number everywhere, what chance gives, and the true one with some bytes changed."""
    random, size = np.random.default_rng(number), len(payload)
    yield from (bytes(size), b"\x01" * size, b"\xff" * size, random.bytes(size))
    for _ in range(number):
        data = bytearray(payload)
        for at in random.integers(0, size, random.integers(1, 6)):
            data[at] = random.integers(0, 256)
        yield bytes(data)


def sizes(members, payload):
    """Each array with a row more, with one less, and with none, in a payload of the right size."""
    for at, (name, dtype, shape, offset) in enumerate(members["arrays"]):
        for rows in (0, shape[0] - 1, shape[0] + 1):
            arrays, end = list(members["arrays"][: at + 1]), 0
            arrays[at] = [name, dtype, [rows, *shape[1:]], offset]
            end = offset + int(dtype[1:]) * int(np.prod(arrays[at][2]))
            yield {**members, "arrays": arrays, "size": end}, payload[:end].ljust(end, b"\0")


def wrong(forge, forgeries):
    """The commands that ended as they must not, by the number of the forgery."""
    found = []
    for number, forgery in enumerate(forgeries):
        forge.write(*forgery)
        found += [(number, each, *ended) for each, ended in forge.codes().items()]
    return found


@pytest.mark.parametrize("forge", sample(SEARCHES, slow=("pattern",)), indirect=True)
def test_other_contents(forge):
    assert wrong(forge, ((forge.members, payload) for payload in contents(forge.payload, 5))) == []


@pytest.mark.slow
@pytest.mark.parametrize("forge", ["pattern", "abstraction"], indirect=True)
def test_other_members(forge):
    assert wrong(forge, ((members,) for members in changes(forge.members, thorough=False))) == []


@pytest.mark.slow
@pytest.mark.parametrize("forge", SEARCHES, indirect=True)
def test_other_sizes(forge):
    assert wrong(forge, sizes(forge.members, forge.payload)) == []


# Prolog reads the rules of each identity, so that all of these take minutes for abstractions, and half a minute for
# pattern databases; they passed.
@pytest.mark.slow
@pytest.mark.parametrize("forge", [kind for kind in SEARCHES if kind not in ("abstraction", "pattern")], indirect=True)
def test_many_others(forge):
    assert wrong(forge, ((members,) for members in changes(forge.members, thorough=True))) == []
