"""The site, made by Sphinx with MyST and Furo; bin/docs runs it.

README.md lists the pages, and the navigation is made of its lists. All it needs is in the folder that it writes.
"""

import re
import sys
from pathlib import Path

import pybridge

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import links  # noqa: E402  # it stands beside this file, where Sphinx does not look

project = "pybridge"
author = copyright = "the pybridge developers"
version = release = pybridge.__version__
root_doc = "index"
exclude_patterns = ["README.md", "figures"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
highlight_language = "text"
html_theme = "furo"
html_title = f"pybridge {release}"
html_static_path = ["site.css", "site.js"]
html_js_files = ["site.js"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False

_KIND = re.compile(r"^## (.+)\n((?:\n?- .*)+)", flags=re.MULTILINE)
_TREE = "```{{toctree}}\n:hidden:\n:caption: {}\n\n{}\n```\n"


def navigation() -> str:
    """The lists of README.md, as Sphinx takes them."""
    text = (HERE / "README.md").read_text(encoding="utf-8")
    kinds = {kind: re.findall(r"\]\(([\w-]+)\.md\)", rows) for kind, rows in _KIND.findall(text)}
    kinds["日本語"] = sorted(path.stem for path in HERE.glob("*.ja.md"))
    return "\n".join(_TREE.format(kind, "\n".join(pages)) for kind, pages in kinds.items())


def _is_on_the_site(path: str) -> bool:
    shown = Path(path)
    return shown.parent.name == "docs" and shown.suffix in (".md", ".svg", ".png", ".gif") and shown.stem != "README"


def _read(app, name: str, source: list[str]) -> None:
    """Links to what is not on the site lead to the repository."""
    if name == "index.ja":
        text = (HERE.parent / "README.ja.md").read_text(encoding="utf-8")
        source[0] = links.elsewhere(text, "", _is_on_the_site).replace("](docs/", "](")
        return
    source[0] = links.elsewhere(source[0], "docs/", _is_on_the_site)
    if name == root_doc:
        source[0] += "\n" + navigation()


def _speak(app, name: str, template: str, context: dict, tree) -> None:
    """A Japanese page says so to browsers and screen readers."""
    if name.endswith(".ja"):
        context["language"] = "ja"


def setup(app) -> None:
    app.connect("source-read", _read)
    app.connect("html-page-context", _speak)
