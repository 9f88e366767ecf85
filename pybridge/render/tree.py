"""Show the tree of one iteration: a line for each node above those below it, indented by depth, and why it ended."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.text import Text

from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import count, several
from pybridge.outcome import Outcome
from pybridge.render.console import Pen, outcome_style
from pybridge.render.domains import appearance, move_line
from pybridge.render.layout import Folded, padded, spaced
from pybridge.render.why import GUESS, H
from pybridge.search.tree import End, LeftOut, Tree, TreeNode

_NAMED = 4
"""The most moves that are named on a line of moves left out."""
_LEAST = 24
"""Columns for the branches, if they need them; a line that has less shows no state."""


class _Line(NamedTuple):
    """One line: its depth, its numbers g, h and f, its move, its state, and a note."""

    g: int
    numbers: Sequence[str]
    move: str
    state: str
    note: Text


class SearchTree:
    """What was searched, the tree, and its counters."""

    def __init__(self, facts: PuzzleFacts, tree: Tree) -> None:
        self.facts, self.tree = facts, tree
        self._informed = any(node.h is not None for node in tree.nodes)
        found = {why for node in tree.nodes for _, why in node.left_out}
        self._reasons = [reason for reason in LeftOut if reason in found]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen, tree = Pen(console), self.tree
        parts = [tree.puzzle, f"start {tree.start}", tree.program, tree.engine]
        parts += [f"heuristic {tree.heuristic}"] if tree.heuristic else []
        parts += [f"pruning {tree.pruning}"] if tree.pruning else []
        parts += [tree.span] if tree.span else []
        dot = f" {pen.signs.dot} "
        head = Folded(Text(self.facts.title, "headline"), Text(dot.join(parts), "quiet"))
        yield from spaced([head, Group(*self._drawn(pen, options.max_width)), Folded(*self._sums(pen))])

    def _lines(self, pen: Pen) -> Iterator[_Line]:
        draw = appearance(self.facts).line
        for node in self.tree.nodes:
            move = "" if node.move is None else move_line(self.facts, [node.move], pen)
            numbers = [str(node.g), str(node.h), str(node.f)] if self._informed else [str(node.g)]
            yield _Line(node.g, numbers, move, draw(self.facts, node.state, pen), self.note(node, pen))

    def note(self, node: TreeNode, pen: Pen, *, reasons: bool = False) -> Text:
        """Why the search did not continue below a node, which moves it left out there, or what is not shown.

        With `reasons` it also says why moves are left out if the tree has one reason only, which the last lines name.
        """
        if node.end is End.GOAL:
            return Text("goal", "good")
        if node.end is End.THRESHOLD:
            return Text(f"cut: {node.f} > {self.tree.iteration.threshold}", "stopped")
        if node.end is not None:
            return Text(node.end.value, "quiet" if node.end is End.WAITING else "stopped")
        if node.folded:
            return Text(f"{count(node.folded)} folded", "now")
        return Text(", ".join(self._left_out(node, pen, reasons=reasons or len(self._reasons) > 1)), "quiet")

    def _left_out(self, node: TreeNode, pen: Pen, *, reasons: bool) -> Iterator[str]:
        """The moves that a search did not follow, with the reasons or without."""
        for reason in self._reasons:
            moves = [move for move, why in node.left_out if why is reason]
            if moves:
                text = move_line(self.facts, moves, pen) if len(moves) <= _NAMED else several(len(moves), "move")
                yield f"not {text}: {reason.value}" if reasons else f"not {text}"

    def _drawn(self, pen: Pen, width: int) -> Iterator[Text]:
        lines = list(self._lines(pen))
        if not lines:
            return
        heads = ["g", "h", "f"][: len(lines[0].numbers)]
        numbers = [max(map(len, column)) for column in zip(heads, *(line.numbers for line in lines), strict=True)]
        state = max(cell_len(line.state) for line in lines)
        note = max(line.note.cell_len for line in lines)
        rest = width - sum(numbers) - 2 * len(numbers) - note - 2
        deepest = max(line.g + cell_len(line.move) for line in lines)
        if rest - state - 2 < min(deepest, _LEAST) or 2 * state > width:
            state = 0  # the branches matter more
        room = max(1, rest - (state + 2) * bool(state))
        stems = list(_stems(lines, pen, room))
        wide = max(4, *map(cell_len, stems))
        yield _joined([*heads, "move", "state" if state else ""], numbers, wide, state, Text(""), "label")
        for line, stem in zip(lines, stems, strict=True):
            cells = [*line.numbers, stem, line.state if state else ""]
            yield _joined(cells, numbers, wide, state, line.note)

    def _sums(self, pen: Pen) -> Iterator[Text]:
        """The counters, how the iteration ended, and what is not shown."""
        tree = self.tree
        if self._informed:
            h = H if tree.bounded else GUESS
            yield Text(f"g: moves so far; h: {h}; f = g + h", "quiet")
        if len(self._reasons) == 1:
            yield Text(f"not: moves left out ({self._reasons[0].value})", "quiet")
        if hidden := sum(node.folded for node in tree.nodes):
            yield Text(
                f"{several(hidden, 'node')} of {count(tree.visited)} folded; --depth and --most show more", "quiet"
            )
        ends = {Outcome.SOLVED: "; goal found", Outcome.NO_SOLUTION_WITHIN_LIMIT: "; no goal found"}
        counted = f"{count(tree.iteration.expanded)} expanded, {count(tree.iteration.generated)} generated"
        visited = f"{tree.span}: " * bool(tree.span) + f"{several(tree.visited, 'node')} visited"
        yield Text(f"{visited}, {counted}{ends.get(tree.outcome, '')}")
        if tree.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT and tree.step:
            yield Text(f"next iteration: --threshold {tree.iteration.threshold + tree.step}", "quiet")
        if not tree.whole:
            yield Text(f"{tree.outcome.value}: the tree is not complete", outcome_style(tree.outcome))


def _stems(lines: Sequence[_Line], pen: Pen, room: int) -> Iterator[str]:
    """The branches that lead to each line and its move, as wide as there is room for the deepest."""
    step = next((step for step in (2, 1) if max(step * line.g + cell_len(line.move) for line in lines) <= room), 1)
    up_down, fork, corner = ((pen.signs.joints[joint]).ljust(step) for joint in (3, 11, 9))
    more: list[bool] = []
    drawn = []
    for line in reversed(lines):  # whether a branch continues is seen from below
        more = [*more, *[False] * (line.g + 1 - len(more))][: line.g + 1]
        before = "".join(up_down if more[g] else " " * step for g in range(1, line.g))
        stem = before + (fork if more[line.g] else corner) if line.g else ""
        drawn.append(stem[max(0, len(stem) + cell_len(line.move) - room) :] + line.move)
        more[line.g] = True
    yield from reversed(drawn)


def _joined(cells: Sequence[str], numbers: Sequence[int], wide: int, state: int, note: Text, style: str = "") -> Text:
    """One line in columns."""
    *figures, stem, drawn = cells
    parts = [Text(figure.rjust(width), style) for figure, width in zip(figures, numbers, strict=True)]
    parts.append(padded(Text(stem, style), wide))
    parts += [padded(Text(drawn, style), state)] if state else []
    line = Text("  ").join([*parts, note])
    line.rstrip()
    return line
