"""Fix what is certain in the text of a fact file, and leave everything else as it is."""

from collections.abc import Sequence

from pybridge.errors import Edit, FactFileError, Fault
from pybridge.facts.parser import parse
from pybridge.facts.reader import read_text

_MOST_ROUNDS = 20
"""A fixed fault may have hidden others, so the text is read again this often."""


def fixed(text: str, path: str = "<text>") -> tuple[str, list[Fault]]:
    """The text without the faults for which it is certain what is right, and those faults."""
    done: list[Fault] = []
    useless: set[tuple[int, int, str]] = set()
    for _ in range(_MOST_ROUNDS):
        faults = [fault for fault in _faults(text, path) if fault.fix and _place(fault) not in useless]
        certain, made = _changed(text, faults)
        failed = _failed(text, path, certain, made)
        if failed and len(certain) > 1:
            failed = {place for fault in certain for place in _failed(text, path, *_changed(text, [fault]))} or failed
        if not certain:
            break
        if not failed:
            text, done = made, done + certain
        useless |= failed
    return text, done


def _changed(text: str, faults: Sequence[Fault]) -> tuple[list[Fault], str]:
    """The faults that can be fixed together, and the text with their fixes."""
    changes = _Text(text)
    return [fault for fault in faults if changes.takes(fault.fix)], changes.changed()


def _failed(text: str, path: str, certain: Sequence[Fault], made: str) -> set[tuple[int, int, str]]:
    """The faults that stay, as where a fact would be written into a comment; all of them if more cannot be read."""
    places = set(map(_place, certain))
    if len(parse(made).faults) > len(parse(text).faults):
        return places
    return {_place(fault) for fault in _faults(made, path)} & places


def _place(fault: Fault) -> tuple[int, int, str]:
    return fault.line, fault.column, fault.message


def _faults(text: str, path: str) -> list[Fault]:
    try:
        read_text(text, path)
    except FactFileError as error:
        return list(error.faults)
    return []


class _Text:
    """A text, and the changes that are to be made: (start, stop, new)."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._changes: list[tuple[int, int, str]] = []

    def takes(self, fix: Sequence[Edit]) -> bool:
        """Plan all changes of a fix, or none if the text is not what they replace, or is to be changed already."""
        changes = []
        for edit in fix:
            start = min(self._starts[min(edit.line, len(self._starts)) - 1] + edit.column - 1, len(self._text))
            stop = start + len(edit.old)
            taken = any(start < other_stop and other < stop for other, other_stop, _ in self._changes)
            if taken or not self._text.startswith(edit.old, start):
                return False
            changes.append((start, stop, edit.new))
        self._changes += changes
        return True

    def changed(self) -> str:
        """The text with the changes. A line from which all is removed goes with its end."""
        pieces, done = [], 0
        for start, stop, new in sorted(self._changes, key=lambda change: change[:2]):
            pieces += [self._text[done:start], _fitting(new, self._text, start)]
            done = stop
            if stop > start and new == "" and _is_line(self._text, start, stop):
                done += 1 + self._text.startswith("\r", stop)
        return "".join([*pieces, self._text[done:]])


def _is_line(text: str, start: int, stop: int) -> bool:
    """Whether this part is all that a line has, except for the end of the line."""
    return (start == 0 or text[start - 1] == "\n") and text.startswith(("\n", "\r\n"), stop)


def _fitting(new: str, text: str, at: int) -> str:
    """New text with the line ends of the rest, and on a line of its own if it ends with one."""
    if new.endswith("\n") and at == len(text) and not text.endswith("\n"):
        new = f"\n{new}"
    return new.replace("\n", "\r\n") if "\r\n" in text else new
