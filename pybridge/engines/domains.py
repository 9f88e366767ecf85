"""What tiles, blocks and turns have in Prolog: their programs by engine, and how marks of a solution become moves."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, islice, pairwise, product

from pybridge.engines.compiling import compile_options
from pybridge.engines.printed_rules import RulesReader
from pybridge.engines.rows import InProlog, Solutions
from pybridge.errors import UnavailableProgramError, UnfitHeuristicError
from pybridge.facts import BlocksFacts, State, TilesFacts, TurnsFacts
from pybridge.facts.cycles import moved, moves
from pybridge.puzzles import Move, PieceMove, Pruning
from pybridge.puzzles.turns import TurnMove
from pybridge.rules.compiled import RuleMove
from pybridge.rules.facts import RulesFacts
from pybridge.rules.reading import given_state
from pybridge.search import rules
from pybridge.search.task import Task
from pybridge.swipl.exchange import Compound, Value


def _slidings(facts: TilesFacts, start: State, found: Sequence[Value]) -> Solutions:
    if found and found[0] and not isinstance(found[0][0], Compound):
        return tuple(tuple(_slides(last_first)) for last_first in found)
    # Solutions that differ only in which of several equal tiles makes the last move leave the same mark. Depth-first
    # search finds them one after the other, in the order of the neighbors.
    return tuple(
        tuple(_tile_moves(facts, start, last_first, which))
        for last_first, group in groupby(found)
        for which, _ in enumerate(group)
    )


def _slides(last_first: Sequence[Sequence[int]]) -> list[Move]:
    """Moves from states: the blank changes places with a tile."""
    blanks = [(state, state.index(0)) for state in reversed(last_first)]
    return [PieceMove(after[target], source, target) for (_, target), (after, source) in pairwise(blanks)]


def _tile_moves(facts: TilesFacts, start: State, last_first: Sequence[Compound], which: int) -> list[Move]:
    """Moves from `Tile-Cell` pairs: a tile comes from the cell that the next tile goes to."""
    board = list(start)
    moves = []
    forward = [pair.args for pair in reversed(last_first)]
    for number, (tile, target) in enumerate(forward, start=1):
        is_last = number == len(forward)
        source = _last_sources(facts, board, tile, target)[which] if is_last else forward[number][1]
        moves.append(PieceMove(tile, source, target))
        board[target], board[source] = tile, 0
    return moves


def _last_sources(facts: TilesFacts, board: Sequence[int], tile: int, target: int) -> list[int]:
    """The cells from which the tile, moved to the target, makes a goal.

    There is at least one if a goal was really found; if not, where it came from, for the judge to see.
    """
    sources = []
    for source in facts.neighbors[target]:
        after = list(board)
        after[target], after[source] = tile, 0
        if board[source] == tile and tuple(after) in facts.goals:
            sources.append(source)
    return sources or [source for source in facts.neighbors[target] if board[source] == tile] or [target]


def _carried(facts: BlocksFacts, start: State, found: Sequence[Value]) -> Solutions:
    return tuple(tuple(_block_moves(start, last_first)) for last_first in found)


def _block_moves(start: State, last_first: Sequence[Value]) -> list[Move]:
    """Moves from states: what stands on something other than before has moved."""
    moves = []
    before = dict(start)
    for state in list(reversed(last_first))[1:]:
        after = {block.name: under.name for block, under in state}
        moves += [PieceMove(block, before[block], after[block]) for block in after if after[block] != before[block]]
        before = after
    return moves


def _turned(facts: TurnsFacts, start: State, found: Sequence[Value]) -> Solutions:
    """Moves from their names, or from states as breadth-first search leaves them.

    Several moves may join two states if pieces are alike. Then the same states are left once for each choice of moves,
    the choice of the last move changing slowest.
    """
    known = {turn.name: turn.sources for turn in moves(facts)}
    seen: Counter[State] = Counter()
    solutions = []
    for last_first in found:
        if all(hasattr(move, "name") for move in last_first):
            solutions.append(tuple(TurnMove(move.name) for move in reversed(last_first)))
            continue
        states = tuple(map(tuple, last_first))
        joining = [
            [name for name, by in known.items() if moved(before, by) == after] for after, before in pairwise(states)
        ]
        chosen = next(islice(product(*joining), seen[states], None), None)
        if chosen is None:
            raise ValueError("no moves join the states, or fewer than there are solutions")
        seen[states] += 1
        solutions.append(tuple(map(TurnMove, reversed(chosen))))
    return tuple(solutions)


def _board_visited(facts: TilesFacts, before: State | None, board: Value, last: Value) -> tuple[Move | None, State]:
    return (None if before is None else _slides([board, before])[0]), tuple(board)


def _towers_visited(facts: BlocksFacts, before: State | None, pairs: Value, last: Value) -> tuple[Move | None, State]:
    return (None if before is None else _block_moves(before, [pairs, ()])[0]), tuple(
        (block.name, under.name) for block, under in pairs
    )


def _points_visited(facts: TurnsFacts, before: State | None, state: Value, last: Value) -> tuple[Move | None, State]:
    """Prolog numbers the pieces from 1 on, in ascending order."""
    pieces = sorted(set(facts.goals[0]))
    return (None if before is None else TurnMove(last.name)), tuple(pieces[number - 1] for number in state.args)


def _inverse_alone(task: Task) -> Pruning:
    if task.pruning not in (None, Pruning.INVERSE):
        raise UnavailableProgramError(
            f"prolog-compiled has no pruning but inverse for permutation puzzles, not {task.pruning.value}"
        )
    return Pruning.INVERSE


def _turn_options(task: Task) -> list[str]:
    if task.heuristic:
        raise UnfitHeuristicError(
            "prolog-compiled takes no heuristic for permutation puzzles, since it has a bound of its own; leave it "
            "out, or use the engine native or python"
        )
    return [f"pruning({_inverse_alone(task).value})"] if task.pruning else []


def _without_distances(facts: TurnsFacts, program: str) -> str | None:
    if program != "ids_low" or facts.distances:
        return None
    return f"ids_low needs distance/2, and {facts.name} has none; use ids, or the engine python"


def _rule_moves(facts: RulesFacts, start: State, found: Value) -> tuple[Move, ...]:
    """The moves by their names, last one first; or of a program of the user's what it prints instead."""
    if isinstance(found, Compound):
        return RulesReader(facts, start).told([str(text) for text in found.args[0]])
    return tuple(RuleMove(str(name)) for name in reversed(found))


def _state_seen(facts: RulesFacts, text: Value) -> State | str:
    """The state with a text, or the text if no state can have it."""
    state, wrong = given_state(facts, str(text))
    return str(text) if wrong else state


def _rules_visited(facts: RulesFacts, before: State | None, state: Value, last: Value) -> tuple[Move | None, State]:
    """The text of the last move gives the state, from the one before."""
    if before is None:
        return None, ()
    move = RuleMove(str(last))
    return move, dict(facts.form.successors(before))[move]


_SAMPLED = 100
"""States whose moves are measured."""
RULES = InProlog(
    {"prolog": ("ids", "ids_low", "breadth_first")},
    lambda facts, start, found: tuple(_rule_moves(facts, start, last_first) for last_first in found),
    lacks=rules.lacks,
    fenced=True,
    low="bound",
    visited=_rules_visited,
    path=lambda facts, states: tuple(map(facts.form.text, states)),
    seen=_state_seen,
    printed=RulesReader,
    work=lambda facts, start: facts.session.work(facts.form.text(start), _SAMPLED),
    template=lambda facts: facts.template,
    moves=lambda facts: "moves/actions.pl" if facts.holds_actions else None,
)
TILES = InProlog(
    {
        "prolog": ("ids", "ids_low", "breadth_first"),
        "prolog-terms": ("ids", "ids_low"),
        "prolog-compiled": ("ids", "ids_low", "ida_star"),
    },
    _slidings,
    compiled=compile_options,
    visited=_board_visited,
)
BLOCKS = InProlog({"prolog": ("ids", "breadth_first")}, _carried, visited=_towers_visited)
TURNS = InProlog(
    {"prolog": ("ids", "ids_low", "breadth_first"), "prolog-compiled": ("ida_star",)},
    _turned,
    lacks=_without_distances,
    low="points",
    guided=False,
    pruning=_inverse_alone,
    compiled=_turn_options,
    visited=_points_visited,
)
