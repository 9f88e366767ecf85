"""The site: bin/docs builds it without a warning, all its links lead somewhere, and nothing comes from another host."""

import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.everywhere]
ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES = 30e6
LOADED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}
"""What a browser loads by itself."""


class Links(HTMLParser):
    """The links of a page, what it loads, and the places in it that links may name."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.places.add(value or "")
            elif name in ("href", "src") and value:
                (self.loads if (tag, name) in LOADED and ("rel", "canonical") not in attrs else self.links).add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run([ROOT / "bin" / "docs", folder], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Links]:
    return {path: Links(path) for path in site.rglob("*.html")}


def test_every_document_is_there(site: Path) -> None:
    documents = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"README"}
    assert {"index", "api", "rules", "classic"} < documents
    assert documents <= {path.stem for path in site.glob("*.html")}
    listed = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert {name for name in documents if "." not in name} - {"index"} == {
        name for name in documents if f"]({name}.md)" in listed
    }
    assert sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) < MOST_BYTES


def test_every_link_leads_somewhere(site: Path, pages: dict[Path, Links]) -> None:
    checked = 0
    for path, found in pages.items():
        for link in found.links | found.loads:
            parts = urlparse(link)
            if parts.scheme or parts.netloc:
                assert link not in found.loads, f"{path.name} loads {link}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), f"{path.name}: {link}"
            if parts.fragment and target.suffix == ".html" and target.parent == site:
                assert parts.fragment in pages[target].places, f"{path.name}: {link}"
            checked += 1
    assert checked > 2000


def test_public_names_are_explained(pages: dict[Path, Links], site: Path) -> None:
    import pybridge

    places = pages[site / "api.html"].places
    assert {f"pybridge.{name}" for name in pybridge.__all__ if not name.startswith("_")} <= places


def test_the_first_page_plays_and_runs_prolog(site: Path, opened) -> None:
    shown = opened(site / "index.html")
    board = shown.page.frame_locator("iframe.played")
    board.get_by_role("button", name="Play", exact=True).click()
    board.get_by_text(re.compile("Move [1-9][0-9]* of 31")).wait_for()  # the first may be over
    live = shown.page.frame_locator("iframe.live")
    live.get_by_role("button", name="Run ids_low", exact=True).click()
    live.get_by_text("36 moves").first.wait_for()
    assert shown.said == []
    assert all(urlparse(each).scheme in ("file", "data", "blob") for each in shown.asked)


@pytest.mark.needs("color_scheme")
@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [("index", 1200, "light"), ("index.ja", 375, "dark"), ("api", 1200, "dark"), ("rules", 375, "light")],
)
def test_pages_have_no_barriers(site: Path, opened, name: str, width: int, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    shown = opened(site / f"{name}.html", color_scheme=scheme)
    shown.page.set_viewport_size({"width": width, "height": 800})
    found = Axe().run(shown.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
    assert found.violations_count == 0, found.generate_report()
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= width
    assert shown.page.locator("html").get_attribute("lang") == ("ja" if name.endswith(".ja") else "en")


def test_the_search_finds_a_page(site: Path, opened) -> None:
    """From files, too: its index is a script."""
    shown = opened(site / "search.html")
    shown.page.goto(f"{shown.address}?q=narrowing")
    shown.page.locator("#search-results a", has_text="How rules become operators").first.wait_for()
