"""A browser for the tests of a file, and pages that commands write. Run by bin/test --browser."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from pybridge.cli import run
from pybridge.render.page import trees

BROWSERS = {
    "chromium": ("PYBRIDGE_BROWSER", ["chromium", "chromium-browser", "google-chrome"]),
    "firefox": ("PYBRIDGE_FIREFOX", ["firefox-esr", "firefox"]),
}
"""Each browser with the variable that names its program, and the names to look for."""
LACKED = {"chromium": set(), "firefox": {"color_scheme", "reduced_motion", "media", "go_back", "cdp"}}
"""What playwright cannot do with a browser: it ignores or refuses it, or waits without end. Tests name their needs."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
WAIT = 30_000
"""Milliseconds until something that a page shows must be there."""

FRAMES = """async () => {
    for (let many = 0; many < 3; many += 1) await new Promise(done => requestAnimationFrame(done));
}"""


class Shown:
    """A page in the browser, with what it said in the console and what it asked the network for."""

    def __init__(self, context, path: Path) -> None:
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page = context.new_page()
        self.page.set_default_timeout(WAIT)
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.address = path.as_uri()
        self.page.goto(self.address)

    def reads(self, selector: str, text: str) -> None:
        """Wait until an element has a text."""
        self.page.locator(selector, has_text=text).first.wait_for(timeout=WAIT)

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text()

    def draws(self) -> None:
        """Wait until what changed last is drawn: scripts hear of a new size or scheme a frame later."""
        self.page.evaluate(FRAMES)

    def button(self, name: str):
        return self.page.get_by_role("button", name=name, exact=True)

    def is_quiet(self) -> bool:
        """Whether it said nothing, and asked for nothing but itself, which Firefox does not report."""
        return self.said == [] and self.asked in ([self.address], [])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of pages in the first browser, and what browsers do in their own way in all that have its needs."""
    if "browser" not in metafunc.fixturenames:
        return
    needed = {each for mark in metafunc.definition.iter_markers("needs") for each in mark.args}
    able = [name for name, lacked in LACKED.items() if not needed & lacked]
    everywhere = metafunc.definition.get_closest_marker("everywhere")
    metafunc.parametrize("browser", able if everywhere else able[:1], indirect=True, scope="module")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Firefox runs the first of each family of tests, whose members differ in puzzles and widths."""
    seen: set[tuple[Path, str]] = set()
    left_out = []
    for item in items:
        if getattr(getattr(item, "callspec", None), "params", {}).get("browser") == "firefox":
            family = (item.path, item.originalname)
            if family in seen:
                left_out.append(item)
            seen.add(family)
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="package")
def browsers() -> Iterator[Callable[[str], object]]:
    """Each browser that is asked for, which then runs for all files. Until the end of them, no test can use asyncio."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, contextlib.ExitStack() as running:

        @cache
        def started(name: str) -> object:
            variable, names = BROWSERS[name]
            path = next(filter(None, map(shutil.which, [os.environ.get(variable, names[0]), *names])))
            if name == "firefox":  # the one of the system, which playwright drives by WebDriver BiDi
                browser = playwright.firefox.launch(executable_path=path, channel="moz-firefox")
            else:
                browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            running.callback(browser.close)
            return browser

        yield started


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest, browsers) -> object:
    """The browser in which a test runs."""
    return browsers(request.param)


@pytest.fixture(scope="package")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The page that a command writes: once for all browsers and files."""
    folder, pages = tmp_path_factory.mktemp("pages"), {}

    def write(*arguments: str) -> Path:
        if arguments not in pages:
            pages[arguments] = path = folder / f"{len(pages)}.html"
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(trees, "SECONDS", 60.0)  # however busy the machine is
                assert run([*arguments, "--html", str(path)]) == 0
        return pages[arguments]

    return write


@pytest.fixture(scope="module")
def windows() -> Iterator[contextlib.ExitStack]:
    """The windows that are open, which are closed after the tests of a file."""
    with contextlib.ExitStack() as closing:
        yield closing


@pytest.fixture(autouse=True)
def closed(windows) -> Iterator[None]:
    """Close what a test alone has opened when it ends; what it runs would take time of the next ones."""
    for_all = windows.pop_all()
    yield
    windows.close()
    windows.push(for_all.__exit__)


@pytest.fixture(scope="module")
def opened(browser, windows) -> Callable[..., Shown]:
    """Open a page in a window of its own, with options of the browser's."""

    def show(path: Path, **options: object) -> Shown:
        assert not options.keys() & LACKED[browser.browser_type.name]
        context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **options})
        windows.callback(context.close)
        return Shown(context, path)

    return show
