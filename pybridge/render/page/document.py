"""Put data, styles and scripts together into one HTML file that loads nothing and runs only its own scripts."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
MAIN = "main.js"
"""The module that starts the page."""
_ALONE = {"gallery": "gallery.js", "lesson": "lesson.js"}
"""Fields of the data that make another page: the module that starts it."""
_LIVE = "live.js"
"""The module that starts the section of a page with Prolog inside, which has a style of that name."""
_TYPES = r"/\*\*(?:(?!\*/).)*\*/"
_COMMENTS = re.compile(rf"(?ms)^ *//[^\n]*\n|^ *{_TYPES}\n|{_TYPES} ?")
"""Comments that have a line to themselves, and those that declare types. No string in a script looks like one."""
_REQUIRED = re.compile(r'require\("\./([\w-]+\.js)"\)')
_LOADER = """"use strict";
const pybridge = {sources: {}, loaded: {}};
pybridge.require = path => {
  const name = path.replace("./", "");
  if (!pybridge.loaded[name]) {
    const module = pybridge.loaded[name] = {exports: {}};
    pybridge.sources[name](module, pybridge.require);
  }
  return pybridge.loaded[name].exports;
};
"""


def document(data: Mapping[str, object]) -> str:
    """The page of the data, whose fields docs/pages.md describes, as the text of an HTML file."""
    live = bool(data.get("live"))
    alone = [module for field, module in _ALONE.items() if field in data]
    starting = alone or [MAIN, *[_LIVE] * live]
    script = _script(starting)
    style = "".join(map(_text, ["page.css", *_styles(starting)]))
    parts = {
        "policy": _policy(script, style, live=live),
        "title": html.escape(str(data["title"])),
        "style": style,
        "data": _json(data),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _text("page.html"))


def _json(data: Mapping[str, object]) -> str:
    """The data as JSON that cannot end its script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.encode(errors="replace").decode()  # a file name may not be valid text
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _styles(starting: Iterable[str]) -> list[str]:
    """The styles that are called after these modules."""
    names = [Path(name).with_suffix(".css").name for name in starting]
    return [name for name in names if (_FOLDER / name).exists()]


def _script(starting: Iterable[str]) -> str:
    """The modules that these need, each as a function, and the calls that start them."""
    modules: dict[str, str] = {}
    for name in starting:
        _collect(name, modules)
    defined = [
        f"pybridge.sources[{json.dumps(name)}] = (module, require) => {{\n{modules[name]}}};" for name in modules
    ]
    started = [f"pybridge.require({json.dumps(name)});" for name in starting]
    return "\n".join([_LOADER, *defined, *started])


def _collect(name: str, modules: dict[str, str]) -> None:
    """Add a module and what it requires."""
    if name in modules:
        return
    modules[name] = script_text(name)
    for other in _REQUIRED.findall(modules[name]):
        _collect(other, modules)


@cache
def script_text(name: str) -> str:
    """A script as a page holds it, without comments."""
    return _COMMENTS.sub("", _text(name))


@cache
def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _policy(script: str, style: str, *, live: bool) -> str:
    """A content-security policy: nothing but the page's own script and style, and if live Prolog in a worker."""
    scripts, workers = (" 'wasm-unsafe-eval'", ["worker-src blob:"]) if live else ("", [])
    rules = ["default-src 'none'", f"script-src {_hash(script)}{scripts}", f"style-src {_hash(style)}", *workers]
    return "; ".join([*rules, "base-uri 'none'", "form-action 'none'"])


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
