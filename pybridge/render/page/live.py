"""A page that also runs a program: it has SWI-Prolog for browsers, the program, and who loads and runs it."""

import base64
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybridge.engines.program_texts import ProgramTexts
from pybridge.facts import prolog_folder
from pybridge.forms import Form
from pybridge.render.page.document import script_text
from pybridge.search.solution import Solution

if TYPE_CHECKING:
    from pybridge.store.table import Table

_PROLOG = (
    "bridge/page.pl",
    "engine/listening.pl",
    "engine/error_text.pl",
    "narrowing/state_text.pl",
    "narrowing/unknown.pl",
)
_SPARE = re.compile(r"^ *%.*\n|^/\*[\s\S]*?\*/\n|^\n|^ +", re.MULTILINE)
"""Lines of comment, empty ones and what indents others, which take room in a page."""


@dataclass(frozen=True, slots=True)
class Live:
    """A program, and the SWI-Prolog that is to run it."""

    texts: ProgramTexts
    prolog: "Table"


def live_form(live: Live, native: Solution | None) -> Form:
    """The field `live` of a page's data.

    `native` is the same search by SWI-Prolog itself, whose figures stand beside those of the page.
    """
    from pybridge.swipl.browser import SWIPL

    texts, folder = live.texts, prolog_folder()
    return {
        "part": 0,
        "about": SWIPL.about.removesuffix(" for browsers"),
        "files": [{"name": name, "text": text} for name, text in texts.files],
        "goal": texts.goal,
        "announces": texts.announces,
        "prints": texts.prints,
        "template": texts.template,
        "native": _figures(native) if native and native.inferences is not None else None,
        "prolog": {name: base64.b64encode(array.tobytes()).decode() for name, array in live.prolog.arrays.items()},
        "worker": script_text("worker.js"),
        "bridge": [[name, _SPARE.sub("", (folder / name).read_text(encoding="utf-8"))] for name in _PROLOG],
    }


def _figures(native: Solution) -> Form:
    iterations = [{"threshold": each.threshold, "inferences": each.inferences} for each in native.iterations]
    return {"inferences": native.inferences, "seconds": native.seconds, "iterations": iterations}
