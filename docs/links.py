"""Links of the documents where they are shown elsewhere: on a package index, and on the site.

All lead to the repository, whose address is one line of pyproject.toml. hatchling finds here the README and the
addresses that a package index shows, and conf.py the links of the site.
"""

import posixpath
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urldefrag, urljoin

from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parent.parent
PLACEHOLDER = "<this repository>"
"""What the READMEs have for the address of the repository."""
_TARGET = r"(?!\w+:|#)([^)\s]+)\)"
_PICTURE = re.compile(r"(!\[[^\]]*\]\()" + _TARGET)
_LINK = re.compile(r"((?<!!)\[(?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*\]\()" + _TARGET)  # its text may be a picture


def repository() -> str:
    """The address of the repository."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"].rstrip("/")


def elsewhere(text: str, folder: str = "", is_kept: Callable[[str], bool] = lambda path: False) -> str:
    """Markdown whose relative links lead to the repository, and pictures to its files.

    `folder` is where it stands there, with a slash at the end. Links whose path there `is_kept` stay as they are.
    """
    home = repository()

    def led(kind: str) -> Callable[[re.Match[str]], str]:
        def lead(found: re.Match[str]) -> str:
            if is_kept(posixpath.normpath(posixpath.join(folder, urldefrag(found[2]).url))):
                return found[0]
            return f"{found[1]}{urljoin(f'{home}/{kind}/HEAD/{folder}', found[2])})"

        return lead

    text = _LINK.sub(led("blob"), _PICTURE.sub(led("raw"), text))
    return text.replace(PLACEHOLDER, home)


class Shown(MetadataHookInterface):
    """The dynamic fields `readme` and `urls` of the package."""

    def update(self, metadata: dict) -> None:
        home = repository()
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": elsewhere(text)}
        metadata["urls"] = {
            "Repository": home,
            "Documentation": f"{home}/blob/HEAD/docs/README.md",
            "Changelog": f"{home}/blob/HEAD/CHANGELOG.md",
            "Issues": f"{home}/issues",
        }
