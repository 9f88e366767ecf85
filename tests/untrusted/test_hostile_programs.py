"""Hostile programs: each is refused with its line, or runs and has no effect outside of its module."""

from collections.abc import Sequence

import pytest

from tests.samples import sample
from tests.untrusted.hostile import FAMILIES, Hostile, family
from tests.untrusted.watch import Watch

LONG = ["attributed", "bridge", "cleanup", "clause_makers", "conditional", "database", "libraries", "messages"]
_TOGETHER = 8  # programs between two looks at everything, which take longer than the programs


@pytest.fixture(scope="module")
def watch(tmp_path_factory):
    """A watched engine whose home, folder and canaries are its own."""
    folder = tmp_path_factory.mktemp("watched")
    home = folder / "home"
    home.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        patch.chdir(home)
        with Watch(folder) as watched:
            yield watched
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("name", sample(FAMILIES, slow=LONG))
def test_no_program_escapes(watch, name, record_property):
    programs = family(name)
    escapes = []
    for at in range(0, len(programs), _TOGETHER):
        escapes += tried(watch, programs[at : at + _TOGETHER], record_property)
    assert not escapes, "\n".join(escapes)


def tried(watch: Watch, programs: Sequence[Hostile], record_property) -> list[str]:
    """The programs that have escaped, and how; if one of several has, each is tried again by itself."""
    ended = [watch.outcome(program.aimed(**watch.targets), "go") for program in programs]
    effects = watch.effects()
    if not effects and not any(each.startswith("ESCAPED") for each in ended):
        for program, each in zip(programs, ended, strict=True):
            record_property(program.name, each)
        return []
    if len(programs) == 1:
        return [f"{programs[0].name}: {ended[0]}; {effects}"]
    return [escape for program in programs for escape in tried(watch, [program], record_property)]


def test_there_are_many_programs():
    names = [program.name for name in FAMILIES for program in family(name)]
    assert len(names) >= 300
    assert len(set(names)) == len(names)
