"""Messages, which are written in English and shown in the language of the user, by one catalogue of gettext."""

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

LANGUAGE = "PYBRIDGE_LANG"
"""The environment variable that says in which language messages are shown; without it, the locale says so."""
LOCALES = Path(__file__).parent / "locale"
_LANGUAGES = ("ja",)
"""Those of the catalogue; every other language is English."""


class Said(str):
    """A message in English that keeps its template and the values in it, so that `translated` can show it otherwise."""

    template: str
    values: Mapping[str, object]


def said(template: str, **values: object) -> Said:
    """The message that a template makes of these values, which may be messages, too.

    The catalogue has every template that calls of this function name, here and in Prolog's `said/2`.
    """
    text = Said(template.format(**values))
    text.template, text.values = template, values
    return text


def joined(parts: Iterable[str], by: str) -> Said:
    """Messages one after the other, with something between them that all languages share."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return said(by.join(f"{{{name}}}" for name in values), **values)


def said_by(error: Exception) -> str:
    """The message of an error, as it was given to it."""
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)


def translated(text: str) -> str:
    """The text as the user reads it: a message in the user's language if the catalogue has it, other text as it is."""
    if not isinstance(text, Said) or (language := _language()) not in _LANGUAGES:
        return str(text)
    values = {name: translated(each) if isinstance(each, str) else each for name, each in text.values.items()}
    return _catalogue(language).gettext(text.template).format(**values)


def _language() -> str:
    """The first two letters of PYBRIDGE_LANG or, if that is not set, of what POSIX takes for messages."""
    names = (LANGUAGE, "LC_ALL", "LC_MESSAGES", "LANG")
    return next(filter(None, map(os.environ.get, names)), "")[:2].lower()


@cache
def _catalogue(language: str) -> "NullTranslations":
    from gettext import translation  # only where a message is shown in another language

    return translation("pybridge", LOCALES, [language], fallback=True)
