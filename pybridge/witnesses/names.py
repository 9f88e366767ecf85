"""Names for other programs, and back. One rule: a prefix says what the thing is, and rare characters become numbers.

PDDL ignores case, ASP takes upper case for variables, and both reserve words. So a name is `x_` and lower-case letters
and digits; any other character is its hexadecimal number between underscores, and an underscore is two.
"""

import re

_ESCAPED = re.compile(r"__|_([0-9a-f]{1,6})_")
_WHOLE = re.compile(r"(?:[a-z0-9]|__|_[0-9a-f]{1,6}_)*\Z")


def mangled(prefix: str, name: str) -> str:
    """The name for other programs; the prefix is a lower-case letter or a word of such letters."""
    return f"{prefix}_{''.join(map(_escaped, name))}"


def file_name(name: str) -> str:
    """The name as a part of a file's name: itself, with what is not a letter, digit, - or _ as a number."""
    return "".join(each if each.isalnum() or each in "-_" else _escaped(each) for each in name)


def unmangled(prefix: str, text: str) -> str:
    """The name that `mangled` has turned into the text. Raises ValueError if it has turned none into it."""
    start = f"{prefix}_"
    if not text.startswith(start) or not _WHOLE.match(text, len(start)):
        raise ValueError(f"{text} does not start with {start}, as the exported names do")
    return _ESCAPED.sub(_character, text[len(start) :])


def numbered(prefix: str, text: str) -> int:
    """The number in a name such as `c12`. Raises ValueError if it is another name."""
    if not re.fullmatch(rf"{prefix}(0|[1-9][0-9]{{0,17}})", text):
        raise ValueError(f"{text} is not a name such as {prefix}1")
    return int(text.removeprefix(prefix))


def _escaped(character: str) -> str:
    if character == "_":
        return "__"
    if character in "abcdefghijklmnopqrstuvwxyz0123456789":
        return character
    return f"_{ord(character):x}_"


def _character(match: re.Match[str]) -> str:
    number = match[1]
    if number is None:
        return "_"
    if int(number, 16) > 0x10FFFF:
        raise ValueError(f"{match[0]} stands for no character")
    return chr(int(number, 16))
