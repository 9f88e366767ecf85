"""The data of a page as plain dictionaries: its puzzles, and its parts, one per start. docs/pages.md describes it."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pybridge import __version__
from pybridge.agreement import Check, Comparison, known_length
from pybridge.facts import PuzzleFacts, State, given
from pybridge.facts.given_state import typed
from pybridge.facts.wording import VERSION, states_text
from pybridge.forms import Form
from pybridge.puzzles import Move, count_states
from pybridge.puzzles.rows import transitions
from pybridge.render.console import UNICODE, unicode_pen
from pybridge.render.domains import appearance, drawn_text, move_name
from pybridge.render.iterations import growth
from pybridge.render.page.trees import Drawn, tree_form
from pybridge.render.why import CUT, FRESH, GUESS, KEPT, SEEN, F, G, H
from pybridge.report import Report
from pybridge.search.census.census import Census, StartPlace
from pybridge.search.solution import Solution
from pybridge.search.task import Task
from pybridge.search.tree import Tree

FEW = 200_000
"""The most states of a puzzle whose distances a page computes by itself."""
MOST_LISTED = 100
"""The most solutions of a search, and the most starts of a measurement, that a page holds."""
_WORDS = {
    "kept": "".join(KEPT).replace("{at_most}", UNICODE.at_most), "cut": "".join(CUT),
    "fresh": "".join(FRESH), "seen": "".join(SEEN), "g": G, "h": H, "f": F,
    "guess": {
        "kept": f"kept: f = {{f}} {UNICODE.at_most} {{threshold}}, the threshold.", "h": GUESS, "f": "g + h",
        "cut": "cut: f = {f} > {threshold}, the threshold.",
    },
}  # fmt: skip


class Page:
    """Puzzles and parts that are added one by one; `data` is what `document` takes."""

    def __init__(self, title: str, summary: str) -> None:
        self.title, self.summary = title, summary
        self._puzzles: list[Form] = []
        self._facts: list[PuzzleFacts] = []
        self._parts: list[Form] = []
        self._bench: Mapping[str, object] | None = None
        self.live: Mapping[str, object] | None = None

    def data(self) -> Form:
        """All fields."""
        return {
            "version": VERSION,
            "title": self.title,
            "summary": self.summary,
            "made": f"Made by pybridge {__version__}.",
            "words": _WORDS,
            "puzzles": self._puzzles,
            "parts": self._parts,
            "bench": self._bench,
            "live": self.live,
        }

    def add_report(self, report: Report, task: Task, drawn: Drawn) -> None:
        """Add a search with its checks, and the trees of its iterations as far as they were `drawn`."""
        part = self._part(report.facts, task.start_name, task.start, [report.solution], report.checks)
        self._add_trees(report.facts, part, [drawn])
        if report.why:
            part["why"] = report.why.to_dict()

    def add_comparison(self, task: Task, comparison: Comparison, drawn: Sequence[Drawn]) -> None:
        """Add searches of one start by several engines, and the trees of each as far as they were `drawn`."""
        part = self._part(comparison.facts, task.start_name, task.start, comparison.solutions, comparison.checks)
        self._add_trees(comparison.facts, part, drawn)

    def add_census(self, facts: PuzzleFacts, census: Census) -> None:
        """Add a census, to the part of its first start where that is listed."""
        first = census.origin or next(iter(census.places), StartPlace("goal", facts.any_state, 0))
        listed = [part for part in self._parts if self._facts[part["puzzle"]] == facts]
        starts = [(part["start"]["name"], part["start"]["state"]) for part in listed]
        start = first.name, first.state
        part = listed[starts.index(start)] if start in starts else self._part(facts, *start)
        part["census"] = census.to_dict()
        self._draw(facts, [*census.farthest, *(place.state for place in census.places)])

    def add_tree(self, facts: PuzzleFacts, name: str, start: State, tree: Tree) -> None:
        """Add the tree of one iteration."""
        part = self._part(facts, name, start)
        part["trees"] = [self._tree(facts, part, tree)]

    def add_puzzle(self, facts: PuzzleFacts, starts: Sequence[tuple[str, State]] | None = None) -> None:
        """Add starts of a puzzle to look at and to play; by default all."""
        for name, state in facts.starts if starts is None else starts:
            self._part(facts, name, state)

    def add_bench(self, facts: PuzzleFacts, starts: Sequence[tuple[str, State]], form: Mapping[str, object]) -> None:
        """Add a measurement, as `bench --json` prints it."""
        self._bench = form
        self.add_puzzle(facts, starts[:MOST_LISTED])

    def _part(
        self,
        facts: PuzzleFacts,
        name: str,
        state: State,
        solutions: Sequence[Solution] = (),
        checks: Sequence[Check] | None = None,
    ) -> Form:
        if facts not in self._facts:
            self._facts.append(facts)
            self._puzzles.append(_puzzle(facts))
            self._draw(facts, [*appearance(facts).pictured(facts), *facts.goals[:MOST_LISTED]])
        part: Form = {"puzzle": self._facts.index(facts)}
        part["start"] = {"name": name, "state": state, "optimal": known_length(facts, name, state)}
        agrees = all(check.agrees for check in checks or ())
        part["searches"] = [_search(solution, agrees=agrees) for solution in solutions]
        if checks is not None:
            part["checks"] = [check.to_dict() for check in checks]
        self._parts.append(part)
        self._draw(facts, [state])
        puzzle = self._puzzles[part["puzzle"]]
        moves = next((solution.moves for solution in solutions if solution.moves is not None), None)
        if moves is not None and _wants_drawings(puzzle):
            states = _along(facts, state, moves)
            self._draw(facts, states, moves)
            if puzzle["rules"] is None:
                part["states"] = states
                puzzle["goals"] += [states[-1]] * (agrees and states[-1] not in puzzle["goals"])
        return part

    def _add_trees(self, facts: PuzzleFacts, part: Form, drawn: Sequence[Drawn]) -> None:
        """Add the trees of each search of a part; searches that share a drawing share its trees."""
        trees = part["trees"] = list[Form]()
        numbers: dict[int, list[int]] = {}
        for search, each in zip(part["searches"], drawn, strict=True):
            if id(each) not in numbers:
                numbers[id(each)] = list(range(len(trees), len(trees) + len(each.trees)))
                trees += [self._tree(facts, part, tree) for tree in each.trees]
            search |= {"trees": numbers[id(each)], "undrawn": each.undrawn}

    def _tree(self, facts: PuzzleFacts, part: Form, tree: Tree) -> Form:
        playable = self._puzzles[part["puzzle"]]["rules"] is not None
        if not playable:
            self._draw(facts, [node.state for node in tree.nodes], [node.move for node in tree.nodes if node.move])
        return tree_form(facts, tree, with_states=not playable)

    def _draw(self, facts: PuzzleFacts, states: Iterable[State], moves: Iterable[Move] = ()) -> None:
        """Keep the drawings of states, and the names of moves, for a puzzle that the page cannot draw."""
        puzzle = self._puzzles[self._facts.index(facts)]
        if not _wants_drawings(puzzle):
            return
        pen, playable = unicode_pen(), puzzle["rules"] is not None
        known = [state for state, *_ in puzzle["drawings"]]
        new = [state for state in dict.fromkeys(states) if state not in known]
        puzzle["drawings"] += [[s, drawn_text(facts, s), *(() if playable else [typed(facts, s)])] for s in new]
        if playable:
            return
        named = [move for move, _ in puzzle["names"]]
        puzzle["names"] += [[list(m), move_name(facts, m, pen)] for m in dict.fromkeys(moves) if list(m) not in named]


def _along(facts: PuzzleFacts, start: State, moves: Sequence[Move]) -> list[State]:
    """The states through which moves lead, up to one that is not possible."""
    states = [start]
    with suppress(ValueError):
        for state in transitions(facts).states(facts, start, moves):
            states.append(state)
    return states


def _wants_drawings(puzzle: Form) -> bool:
    """Whether scripts cannot draw the states of a puzzle."""
    return puzzle["rules"] is None or bool(puzzle["rules"].get("drawn"))


def _search(solution: Solution, *, agrees: bool) -> Form:
    """A solution, with the growth of its iterations, and not more solutions than a page shows."""
    form = solution.to_dict()
    form["solutions_found"], form["solutions"] = len(form["solutions"]), form["solutions"][:MOST_LISTED]
    form["growth"] = [each and round(each, 2) for each in growth(solution.iterations)]
    form["shortest"] = solution.shortest and agrees
    return form


def _given(facts: PuzzleFacts) -> str:
    """What a command takes for the puzzle; of a file with a whole path, the name alone."""
    word = given(facts.name, facts.path)
    return Path(word).name if Path(word).is_absolute() else word


def _puzzle(facts: PuzzleFacts) -> Form:
    row, pen = appearance(facts), unicode_pen()
    states = count_states(facts)
    return {
        "name": facts.name,
        "given": _given(facts),
        "title": facts.title,
        "domain": facts.domain,
        "sources": list(facts.sources),
        "starts": [{"name": name, "state": state, "optimal": facts.optimal.get(name)} for name, state in facts.starts],
        "goals": list(facts.goals),
        "size": row.size(facts, pen),
        "note": row.undrawn(facts, pen),
        "states": None if states is None else states_text(states),
        "few": states is not None and states <= FEW,
        "rules": row.rules(facts),
        "drawings": [],
        "names": [],
    }
