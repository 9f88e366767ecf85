"""What the marks of a run in Prolog report: its iterations with their counters, and its solutions.

A program of the user's may print its solutions in a way of its own: as states, or as the pieces that move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from pybridge.engines.printed import Reader
from pybridge.engines.printed_boards import are_rows
from pybridge.engines.printed_plan import Printed
from pybridge.engines.rows import Solutions, in_prolog
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.wording import cut, visible
from pybridge.search.solution import Iteration
from pybridge.swipl.exchange import Compound, Value
from pybridge.translation import Said, said

_BOUNDARIES = ("limit", "stopped", "ended")
_MOST_NUMBERS = 200
"""The last numbers that may be moves."""
_MOST_SOLUTIONS = 100
"""Of a program that goes on to print solutions."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A thread's counters at a mark; `nodes` is (expanded, generated)."""

    inferences: int
    seconds: float
    nodes: tuple[int, int]


def figures(mark: Compound) -> Figures:
    """The counters of a mark: its last argument."""
    inferences, seconds, expanded, generated = mark.args[-1].args
    return Figures(inferences, seconds, (expanded, generated))


def with_rows(marks: Sequence[Compound], signs: str) -> list[Compound]:
    """The marks, with printed lines in place of thresholds that are rows of boards with these signs."""
    lines = ["", *map(_line, marks), ""]
    near = zip(marks, lines, lines[1:], lines[2:], strict=False)
    return [
        Compound("printed", (line, mark.args[-1]))
        if mark.functor == "limit" and (are_rows(before, line, signs) or are_rows(line, after, signs)) else mark
        for mark, before, line, after in near
    ]  # fmt: skip


def _line(mark: Compound) -> str:
    """What a program printed, be it a threshold or not."""
    text = mark.args[-2] if mark.functor in ("limit", "printed") else ""
    return text if isinstance(text, str) else ""


def iterations(marks: Sequence[Compound], now: Figures | None = None) -> list[Iteration]:
    """The iterations between the marks, with inferences, seconds and the run's own node counts.

    The last one, if no mark ends it yet, is computed up to `now`, or left out without it.
    """
    found = []
    begun: Compound | None = None
    solved = False
    for mark in marks:
        if mark.functor == "solved":
            solved = True
        if mark.functor in _BOUNDARIES:
            if begun:
                completed = mark.functor != "ended" and not solved
                found.append(_iteration(begun, figures(mark), completed))
            begun, solved = (mark if mark.functor == "limit" else None), False
    if begun and now:
        found.append(_iteration(begun, now, completed=False))
    return found


def _iteration(begun: Compound, end: Figures, completed: bool) -> Iteration:
    start = figures(begun)
    return Iteration(
        begun.args[0],
        completed,
        max(0.0, end.seconds - start.seconds),
        end.nodes[0] - start.nodes[0],
        end.nodes[1] - start.nodes[1],
        end.inferences - start.inferences,
    )


def paths(marks: Sequence[Compound]) -> list[Value]:
    """The solutions in the order found, each as the search marked it: last state first."""
    return [mark.args[0] for mark in marks if mark.functor == "solved"]


def last_done(marks: Sequence[Compound], program: str) -> Said | None:
    """What a program of the user's did last that found no solution: it failed, or printed something else."""
    printed = [line for mark in marks if mark.functor == "printed" and (line := mark.args[0].strip())]
    if any(mark.functor == "failed" for mark in marks):
        return said("{program} fails", program=f"{program}/0")
    return said("the last line is `{line}`", line=cut(visible(printed[-1], 1000))) if printed else None


def with_solutions(
    facts: PuzzleFacts, start: State, marks: Sequence[Compound], *, ended: bool = True
) -> Sequence[Compound]:
    """The marks of a run, with a mark `solved` in place of printed lines that give a solution.

    Only numbers that grow are thresholds; what comes after a solution may be its length. Raises DisagreementError if
    states are printed that no moves join. If a run that has `ended` by itself told no solution, the last numbers may be
    one; otherwise what looks most like one is taken, so that the judge says what is wrong with it.
    """
    reader = in_prolog(facts.domain).printed(facts, start)
    lines = any(mark.functor == "printed" for mark in marks)
    found = _with_lines(reader, marks, ended=ended) if lines else list(marks)
    if not ended or not found or found[-1].functor != "ended" or any(mark.functor == "solved" for mark in found):
        return found
    if numbered := _with_numbers(in_prolog(facts.domain).printed(facts, start), marks):
        return numbered
    if not (nearest := reader.nearest()):
        return found
    behind = {id(mark) for mark in takewhile(lambda mark: mark.functor != "printed", reversed(marks))}
    kept = [mark for mark in found[:-1] if mark.functor != "limit" or id(mark) not in behind]
    return [*kept, *(Compound("solved", (each, found[-1].args[-1])) for each in nearest), found[-1]]


def _with_lines(reader: Reader, marks: Sequence[Compound], *, ended: bool) -> list[Compound]:
    """The marks, with solutions in place of lines, and without numbers that are no thresholds."""
    found: list[Compound] = []
    lines: list[str] = []
    last, solved = -1, False
    left = sum(mark.functor == "printed" for mark in marks)
    for mark in marks:
        if mark.functor == "printed":
            lines.append(mark.args[0])
            left -= 1
            continue
        if mark.functor in _BOUNDARIES:
            told = reader.solutions(lines, last=ended and not left) if lines else []
            solved = solved or bool(told)
            found += [Compound("solved", (each, mark.args[-1])) for each in told]
            lines = []
        if mark.functor != "limit" or (mark.args[0] > last and not solved):
            last = mark.args[0] if mark.functor == "limit" else last
            found.append(mark)
    return found


def _with_numbers(reader: Reader, marks: Sequence[Compound]) -> list[Compound] | None:
    """The marks, where the last numbers are not thresholds but belong to a solution; None if they do not.

    They are moves, one a line, perhaps with their number behind them, or the numbers of steps between printed lines.
    """
    limits = [mark for mark in marks if mark.functor == "limit"][-_MOST_NUMBERS:]
    for first in range(len(limits)):
        if first > 1 and limits[first - 2].args[0] >= limits[first - 1].args[0]:
            break  # these are no thresholds
        numbers = [mark.args[0] for mark in limits[first:]]
        moves = numbers[:-1] if len(numbers) == numbers[-1] + 1 else numbers
        told = reader.named(list(map(str, moves))) or (moves != numbers and reader.named(list(map(str, numbers))))
        if told:
            return _solved_without(limits[first:], told, marks)
    steps = sum(1 for _ in takewhile(lambda pair: pair[1].args[0] + 1 == pair[0].args[0], pairwise(limits[::-1])))
    for first in range(len(limits) - 1 - steps, -1, -1):
        at = next(at for at, mark in enumerate(marks) if mark is limits[first])
        lines = [mark.args[0] for mark in marks[at:] if mark.functor == "printed"]
        if len(lines) > _MOST_NUMBERS:
            return None
        if lines and (found := reader.solutions(lines, last=True)):
            return _solved_without(limits[first:], found[0], marks)
    return None


def _solved_without(numbers: Sequence[Compound], told: Printed, marks: Sequence[Compound]) -> list[Compound]:
    """The marks without these numbers, and with a solution before the end."""
    kept = [mark for mark in marks[:-1] if all(mark is not each for each in numbers)]
    return [*kept, Compound("solved", (told, marks[-1].args[-1])), marks[-1]]


def first_of(printed: Solutions, *, announced: bool) -> Solutions:
    """The different solutions of a program that was to find one: the first ones, and one that is longer than the first.

    One may be printed as moves, and again as states. If thresholds were not `announced`, solutions that get shorter and
    never longer are those of branch and bound, and the last one is its solution.
    """
    found = tuple(dict.fromkeys(printed))
    lengths = list(map(len, found))
    if not announced and lengths == sorted(lengths, reverse=True) and lengths[:1] > lengths[-1:]:
        return found[-1:]
    longer = [each for each in found[_MOST_SOLUTIONS:] if len(each) > lengths[0]]
    return (*found[:_MOST_SOLUTIONS], *longer[:1])
