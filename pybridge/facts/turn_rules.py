"""The rules for the facts of permutation puzzles: cycles, metric, starts, names and distances."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from pybridge.errors import Fault, FaultKind
from pybridge.facts.board_graph import distances
from pybridge.facts.cycles import MOST_TURNS, Notation, conjugate, counts, order, power_name, sources, turns_of
from pybridge.facts.domain import FactBase, Rule, odd_goal, on_line_after, repeated, required, too_many_and_few
from pybridge.facts.model import Cycles, TurnsFacts
from pybridge.facts.terms import Atom, Fact, Node
from pybridge.facts.wording import listed, several, shorten, visible

_TURNING = ("goal", "generator")


def point_count(base: FactBase) -> int:
    """How many points the goal has."""
    return len(base.named("goal")[0].arguments[0].items)


def goal_pieces(base: FactBase) -> tuple[int, ...]:
    """The piece on each point of the goal."""
    return base.named("goal")[0].arguments[0].integers


def turning(base: FactBase, name: str) -> list[tuple[str, Cycles]]:
    return [(fact.arguments[0].atom, fact.arguments[1].integer_lists) for fact in base.named(name)]


def _one_goal(base: FactBase) -> Iterator[Fault]:
    for fact in base.named("goal")[1:]:
        if fact.arguments[0].term != base.named("goal")[0].arguments[0].term:  # otherwise reported for every domain
            yield base.fault(fact, FaultKind.REPEATED_FACT, "a second goal: a permutation puzzle has one; remove it")
    if not base.named("goal")[0].arguments[0].items:
        yield base.fault(base.named("goal")[0], FaultKind.WRONG_ARGUMENT, "the goal has no points: list its pieces")


def _goal_of_starts(base: FactBase) -> Iterator[Fault]:
    """The goal has the pieces that all starts have."""
    starts = [node for fact in base.named("start") if not isinstance((node := fact.arguments[1]).value, str)]
    states, goal = [node.integers for node in starts], goal_pieces(base)
    if len(states) > 1 and odd_goal(states, [goal]):
        wrong = too_many_and_few(Counter(goal), Counter(states[0]))
        yield base.fault(base.named("goal")[0].arguments[0], FaultKind.WRONG_ARGUMENT, f"the starts differ: {wrong}")


def _legal_cycles(name: str, base: FactBase) -> Iterator[Fault]:
    """Each fact with this name makes a permutation other than the identity."""
    nodes = (fact.arguments[0] for fact in base.named(name))
    yield from repeated(base, nodes, f"two {name}s are named")
    for fact in base.named(name):
        yield from _cycle_faults(base, fact)


def no_point(base: FactBase, node: Node) -> Iterator[Fault]:
    """The fault of a number that is not a point."""
    if not 1 <= node.integer <= point_count(base):
        message = f"{node.integer} is not a point; the goal has the points 1 to {point_count(base)}"
        yield base.fault(node, FaultKind.WRONG_ARGUMENT, message)


def _cycle_faults(base: FactBase, fact: Fact) -> Iterator[Fault]:
    seen: dict[int, Node] = {}
    for cycle in fact.arguments[1].items:
        if len(cycle.items) < 2:
            message = f"the cycle {shorten(cycle.term)} moves nothing: a cycle has two points or more"
            yield base.fault(cycle, FaultKind.WRONG_ARGUMENT, message)
        for point in cycle.items:
            yield from (wrong := tuple(no_point(base, point)))
            if not wrong and seen.setdefault(point.integer, point) is not point:
                message = f"point {point.integer} is twice in {visible(fact.arguments[0].atom)}; cycles are disjoint"
                yield base.fault(point, FaultKind.REPEATED_FACT, message)
    name = visible(fact.arguments[0].atom)
    if not fact.arguments[1].items:
        message = f"{name} has no cycles, so it moves nothing: list them or remove it"
        yield base.fault(fact, FaultKind.WRONG_ARGUMENT, message)
    elif order(fact.arguments[1].integer_lists) > MOST_TURNS:
        message = f"{name} has order more than {MOST_TURNS}, the limit; split it into generators"
        yield base.fault(fact.arguments[1], FaultKind.WRONG_ARGUMENT, message)


def _distinct_names(base: FactBase) -> Iterator[Fault]:
    """Each word stands for one move."""
    known: dict[str, Node] = {}
    for name in ("generator", "rotation", "shorthand"):
        for fact in base.named(name):
            node = fact.arguments[0]
            if any(map(str.isspace, node.atom)):
                message = f"the name {shorten(node.term)} has a space, which separates moves"
                yield base.fault(node, FaultKind.WRONG_ARGUMENT, message)
            turns = 2 if name == "shorthand" else order(fact.arguments[1].integer_lists)
            words = [power_name(node.atom, power, turns) for power in range(1, turns)]
            taken = next((word for word in words if known.setdefault(word, node) is not node), None)
            if taken is not None:
                other = known[taken]
                message = f"{visible(taken)} is also a move of {visible(other.atom)} on line {other.line}; rename one"
                yield base.fault(node, FaultKind.REPEATED_FACT, message)


def _metric(base: FactBase) -> Iterator[Fault]:
    facts = base.named("metric")
    if not facts:
        message = "no metric: add metric(half), where any power of a generator is one move, or metric(quarter)"
        yield base.fault(base.head, FaultKind.MISSING_FACT, message)
    for fact in facts[1:]:
        yield base.fault(fact, FaultKind.REPEATED_FACT, "a second metric; remove it")
    for fact in facts[:1]:
        wrong = next(filter(None, (_not_undone(metric_of(fact), *each) for each in turning(base, "generator"))), None)
        if wrong:
            yield base.fault(fact, FaultKind.WRONG_ARGUMENT, f"the powers {shorten(fact.arguments[0].term)} {wrong}")


def _not_undone(metric: str | tuple[int, ...], name: str, cycles: Cycles) -> str | None:
    """What is wrong with the powers of a generator that count as a move, if anything."""
    turns = order(cycles)
    powers = {power for power in range(1, turns) if counts(metric, power, turns)}
    missing = {turns - power for power in powers} - powers
    if powers and not missing:
        return None
    problem = "do not undo each other for" if powers else "include no turn of"
    hint = f"which has order {turns}; add {listed(sorted(missing or {1, turns - 1}))}"
    return f"{problem} {visible(name)}, {hint}"


def metric_of(fact: Fact) -> str | tuple[int, ...]:
    value = fact.arguments[0].value
    return value.name if isinstance(value, Atom) else fact.arguments[0].integers


def _rotations(base: FactBase) -> Iterator[Fault]:
    """A rotation turns generators into powers of generators."""
    points = point_count(base)
    generators = [sources(cycles, points) for _, cycles in turning(base, "generator")]
    powers = {turn.sources for turn in turns_of(tuple(turning(base, "generator")), "half", points)}
    for fact in base.named("rotation"):
        by = sources(fact.arguments[1].integer_lists, points)
        if any(conjugate(once, by) not in powers for once in generators):
            message = f"the rotation {visible(fact.arguments[0].atom)} does not turn generators into generators"
            yield base.fault(fact, FaultKind.WRONG_ARGUMENT, f"{message}; correct its cycles")


def notation_of(base: FactBase) -> Notation:
    return Notation(turning(base, "generator"), point_count(base), turning(base, "rotation"), shorthands_of(base))


def shorthands_of(base: FactBase) -> list[tuple[str, str]]:
    return [(fact.arguments[0].atom, fact.arguments[1].text) for fact in base.named("shorthand")]


def _known_shorthands(base: FactBase) -> Iterator[Fault]:
    """A shorthand stands for moves that the facts before it name."""
    moves = Notation(turning(base, "generator"), point_count(base), turning(base, "rotation"))
    for fact in base.named("shorthand"):
        if wrong := moves.define(fact.arguments[0].atom, fact.arguments[1].text):
            yield base.fault(fact.arguments[1], FaultKind.WRONG_ARGUMENT, wrong)


def _starts(base: FactBase, wrong: Callable[[Node], str | None], *, written: bool) -> Iterator[Fault]:
    """The starts that are lists of pieces, or those that are written as moves."""
    for fact in base.named("start"):
        node = fact.arguments[1]
        if isinstance(node.value, str) is written and (message := wrong(node)):
            yield base.fault(node, FaultKind.ILLEGAL_STATE, message)


def _listed_starts(base: FactBase) -> Iterator[Fault]:
    goal = Counter(goal_pieces(base))
    return _starts(base, lambda node: misfit(goal, node.integers), written=False)


def _written_starts(base: FactBase) -> Iterator[Fault]:
    moves = notation_of(base)
    return _starts(base, lambda node: moves.permutation(node.text)[1], written=True)


def misfit(goal: Counter[int], state: Sequence[int]) -> str | None:
    """Why a list is not a state; None if it is one."""
    here, points = Counter(state), sum(goal.values())
    if len(state) != points:
        return f"the state has {len(state)} pieces; the goal has {points}"
    if goal == here:
        return None
    return f"the state has {too_many_and_few(here, goal)}"


def no_piece(piece: int, goal: Iterable[int]) -> str:
    """That the goal has no such piece."""
    return f"the goal has no piece {piece}; its pieces are {listed(sorted(set(goal)))}"


def _distances(base: FactBase) -> Iterator[Fault]:
    """Distances are lower bounds: at most the moves that the piece needs if no other is in the way."""
    facts = base.named("distance")
    if not facts:
        return
    yield from repeated(base, (fact.arguments[0] for fact in facts), "two rows of distances are for piece")
    goal = goal_pieces(base)
    missing = sorted(set(goal) - {fact.arguments[0].integer for fact in facts})
    turns = turns_of(tuple(turning(base, "generator")), metric_of(base.named("metric")[0]), len(goal))
    steps = [turn.sources for turn in turns]
    if missing:
        message = f"no distances for {listed(missing)}: add distance(Piece, Distances), or remove all of them"
        before = {piece: [fact for fact in facts if fact.arguments[0].integer < piece] or facts for piece in missing}
        fix = [
            on_line_after(rows[-1], "distance", piece, _goal_distances(goal, piece, steps))
            for piece, rows in before.items()
        ]
        yield base.fault(facts[0], FaultKind.MISSING_FACT, message, tuple(fix))
    for fact in facts:
        yield from _distance_faults(base, fact, goal, steps)


def piece_distances(facts: TurnsFacts) -> dict[int, tuple[int, ...]]:
    """What distance/2 has for each piece if no file says otherwise."""
    goal, steps = facts.goals[0], [turn.sources for turn in turns_of(facts.generators, facts.metric, facts.points)]
    return {piece: _goal_distances(goal, piece, steps) for piece in sorted(set(goal))}


def _goal_distances(goal: Sequence[int], piece: int, steps: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Moves of a piece from each point to its nearest goal point, 0 where there is no way."""
    return tuple(max(0, far) for far in _distances_to(goal, piece, steps))


def _distance_faults(
    base: FactBase, fact: Fact, goal: Sequence[int], steps: Sequence[tuple[int, ...]]
) -> Iterator[Fault]:
    piece, row = fact.arguments[0], fact.arguments[1]
    if piece.integer not in goal:
        yield base.fault(piece, FaultKind.WRONG_ARGUMENT, no_piece(piece.integer, goal))
    elif len(row.items) != len(goal):
        message = f"{len(row.items)} distances for {len(goal)} points; list one for each point"
        yield base.fault(row, FaultKind.WRONG_ARGUMENT, message)
    else:
        true = _distances_to(goal, piece.integer, steps)
        for point, (node, most) in enumerate(zip(row.items, true, strict=True), 1):
            if 0 <= most < node.integer:
                message = f"from point {point} piece {piece.integer} needs {several(most, 'move')}, not {node.integer}"
                yield base.fault(node, FaultKind.INADMISSIBLE_DISTANCE, f"{message}; more is not a lower bound")


def _distances_to(goal: Sequence[int], piece: int, steps: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Moves from each point to the nearest goal point of a piece if no other is in the way; -1 if there is no way."""
    sources = [[step[place] for step in steps] for place in range(len(goal))]  # what lies on step[place] goes to place
    return distances(sources, [place for place, each in enumerate(goal) if each == piece])


TURN_RULES = (
    Rule(_one_goal, ("goal",), ("goal",)),
    Rule(_goal_of_starts, ("goal", "start"), ("goal",)),
    Rule(_listed_starts, ("goal",)),
    required("generator", "no generators: add generator(Name, Cycles) for each basic move"),
    Rule(partial(_legal_cycles, "generator"), ("goal",), ("generator",)),
    Rule(_metric, (*_TURNING, "metric"), ("metric",)),
    Rule(partial(_legal_cycles, "rotation"), ("goal",), ("rotation",)),
    Rule(_distinct_names, ("generator", "rotation"), ("generator",)),
    Rule(_rotations, (*_TURNING, "rotation"), ("rotation",)),
    Rule(_known_shorthands, (*_TURNING, "rotation"), ("shorthand",)),
    Rule(_written_starts, (*_TURNING, "rotation", "shorthand")),
    Rule(_distances, (*_TURNING, "metric")),
)
