"""One search with one engine, as tests ask for it."""

from random import Random

from pybridge.engines import solve_checked, start_state
from pybridge.heuristics.registry import parse
from pybridge.search.task import Task


def solve(facts, program="ids", *, engine="prolog", start=None, heuristic=None, check=False, **options):
    """One program of one engine, from a start by name or as text, by default the first.

    `heuristic` is what `--heuristic` takes, or an object; `options` are the other fields of `Task`, such as `wanted`
    and `limits`. A `text` runs in a process of its own by default. With `check` the engine's twin does the same search.
    """
    name, state = start_state(facts, start)
    options.setdefault("isolate", bool(options.get("text")))
    guide = parse(heuristic) if isinstance(heuristic, str) else heuristic
    task = Task(facts=facts, start_name=name, start=state, program=program, heuristic=guide, **options)
    solution, comparison = solve_checked(task, engine, twin=check)
    if check:
        comparison.require_agreement()
    return solution


def nodes(solution):
    """What each iteration has counted."""
    return [(each.threshold, each.completed, each.expanded, each.generated) for each in solution.iterations]


def scrambled(facts, seed, moves=60):
    """A board some random moves from the first goal."""
    draw, board = Random(seed), list(facts.goals[0])
    for _ in range(moves):
        blank = board.index(0)
        cell = draw.choice(facts.neighbors[blank])
        board[blank], board[cell] = board[cell], 0
    return tuple(board)
