"""What all tests share: a folder of their own for tables, one for all processes, and output as wide as in a pipe.

Property tests judge what is right, never how fast.
"""

import fcntl
import gc
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from pybridge import domains
from pybridge.__main__ import NEW_OBJECTS
from pybridge.rules import session
from pybridge.store.store import Store

MEMBERS = 2
"""How many members of a family of tests run without slow tests, unless their file says so."""

settings.register_profile("whole", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", parent=settings.get_profile("whole"), max_examples=40)


def pytest_configure(config: pytest.Config) -> None:
    """Without slow tests, properties have fewer examples, where they do not say how many."""
    settings.load_profile("quick" if "not slow" in config.option.markexpr else "whole")
    gc.set_threshold(NEW_OBJECTS)  # as in a command: looking for garbage took a twelfth of the time of the tests
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell, also for what tests start
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """With slow tests, some of which wait, one process more than there are processors."""
    expression = config.option.markexpr
    return None if "not slow" in expression or expression == "browser" else (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """No garbage is looked for among the tests themselves."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without slow tests, only the first members of each family run.

    Where there are several processes, one has all that waits on the clock, and starts with it. Then slow tests start
    one by one, each on whichever process is free; among their second half tests in a browser, in two groups, each with
    browsers of its own. All other tests run last, a file at a time.
    """
    if "not slow" in config.option.markexpr:
        _leave_members_out(config, items)
    if not os.environ.get("PYTEST_XDIST_WORKER"):
        return
    in_browser = Counter(item.path for item in items if item.get_closest_marker("browser"))
    files = [path for path, _ in in_browser.most_common()]
    for item in items:
        if item.get_closest_marker("clock"):
            _group(item, "clock")
        elif item.path in in_browser:
            _group(item, f"browser {files.index(item.path) % 2}")
        elif not item.get_closest_marker("slow"):
            _group(item, str(item.path))
    places = _places(items, files)
    items.sort(key=lambda item: places.get(id(item), 2.0))  # stable: each file's tests stay in order


def _leave_members_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what follows the first members of a family: one function with other arguments."""
    seen: Counter[object] = Counter()
    rest = []
    for item in items:
        if not item.get_closest_marker("slow"):
            family = item.parent, getattr(item, "originalname", item.name)
            seen[family] += 1
            if seen[family] > getattr(item.module, "MEMBERS", MEMBERS):
                rest.append(item)
    config.hook.pytest_deselected(items=rest)
    out = {id(item) for item in rest}
    items[:] = [item for item in items if id(item) not in out]


def _group(item: pytest.Item, name: str) -> None:
    """Have the same process run all tests of a group.

    pytest-xdist adds the group to `_nodeid`. From pytest 9.2 on nothing reads that, and each test would be a group of
    its own: both processes would set up every file.
    """
    item.add_marker(pytest.mark.xdist_group(name))
    if hasattr(item, "_id"):
        item._id = type(item._id).parse(f"{item.nodeid}@{name}")


def _places(items: list[pytest.Item], in_browser: list[Path]) -> dict[int, float]:
    """The places in the order of what is not last, by the identity of the tests."""
    slow = [item for item in items if item.get_closest_marker("slow") and item.path not in in_browser]
    return {
        **{id(item): 1 + number / len(slow) for number, item in enumerate(slow)},
        **{id(item): 1.5 for item in items if item.path in in_browser},
        **{id(item): 0.0 for item in items if item.get_closest_marker("clock")},
    }


def shared(factory: pytest.TempPathFactory) -> Path:
    """A folder for all processes of this run."""
    base = factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store whose folder is not there yet."""
    return Store(tmp_path / "cache" / "tables")


@pytest.fixture(autouse=True)
def one_by_one(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What waits on the clock first waits for others that do, in whatever process."""
    if request.node.get_closest_marker("clock") is None:
        yield
        return
    with (shared(tmp_path_factory) / "clock.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session", autouse=True)
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Never read or write the user's tables, but those in a folder for all processes of this run."""
    folder = shared(tmp_path_factory) / "tables"
    before = os.environ.get("PYBRIDGE_TABLES")
    os.environ["PYBRIDGE_TABLES"] = str(folder)
    yield folder
    if before is None:
        del os.environ["PYBRIDGE_TABLES"]
    else:
        os.environ["PYBRIDGE_TABLES"] = before


@pytest.fixture(scope="session", autouse=True)
def sessions() -> Iterator[None]:
    """Keep more processes for rules than a user needs: the tests of a file ask all shipped puzzles in turn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "kept_session", lru_cache(maxsize=48)(session.kept_session.__wrapped__))
        yield


@pytest.fixture(autouse=True)
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of the tests may set a width or a language."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setenv("PYBRIDGE_LANG", "en")


@pytest.fixture
def handed_in(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Hand in a domain for one test; or other rows for one of pybridge's own."""

    def hand_in(name: str, **rows: object) -> None:
        known = {each.name: each for each in domains.SHIPPED}
        none = domains.DomainRows(name=name, facts=None, puzzles=None)
        monkeypatch.setitem(domains._REGISTERED, name, replace(known.get(name, none), **rows))

    return hand_in
