"""The rules for the facts of permutation puzzles: cycles, metric, distances, and what draws and names them."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence

from pybridge.errors import Fault, FaultKind
from pybridge.facts.domain import FactBase, Rule, repeated
from pybridge.facts.model import Cycles
from pybridge.facts.terms import Atom, Fact, Node
from pybridge.facts.turns import Notation, counts, inverse, moved, order, power_name, sources
from pybridge.facts.wording import listed, shorten, visible

_TURNING = ("goal", "generator")


def _points(base: FactBase) -> int:
    return len(base.named("goal")[0].arguments[0].items)


def goal_pieces(base: FactBase) -> tuple[int, ...]:
    return tuple(item.integer for item in base.named("goal")[0].arguments[0].items)


def _cycles(node: Node) -> Cycles:
    return tuple(tuple(point.integer for point in cycle.items) for cycle in node.items)


def turning(base: FactBase, name: str) -> list[tuple[str, Cycles]]:
    return [(fact.arguments[0].atom, _cycles(fact.arguments[1])) for fact in base.named(name)]


def _one_goal(base: FactBase) -> Iterator[Fault]:
    for fact in base.named("goal")[1:]:
        yield base.fault(fact, FaultKind.REPEATED_FACT, "a second goal: a permutation puzzle has one; remove it")
    if not base.named("goal")[0].arguments[0].items:
        yield base.fault(base.named("goal")[0], FaultKind.WRONG_ARGUMENT, "the goal has no points: list its pieces")


def _some_generators(base: FactBase) -> Iterator[Fault]:
    if not base.named("generator"):
        message = "no generators: add generator(Name, Cycles) for each basic move"
        yield base.fault(base.head, FaultKind.MISSING_FACT, message)


def _legal_cycles(name: str) -> Callable[[FactBase], Iterator[Fault]]:
    """Each fact with this name makes a permutation other than the identity."""

    def find(base: FactBase) -> Iterator[Fault]:
        nodes = (fact.arguments[0] for fact in base.named(name))
        yield from repeated(base, nodes, f"two {name}s are named")
        for fact in base.named(name):
            yield from _cycle_faults(base, fact)

    return find


def _cycle_faults(base: FactBase, fact: Fact) -> Iterator[Fault]:
    points = _points(base)
    seen: dict[int, Node] = {}
    for cycle in fact.arguments[1].items:
        if len(cycle.items) < 2:
            message = f"the cycle {shorten(cycle.term)} moves nothing: a cycle has two points or more"
            yield base.fault(cycle, FaultKind.WRONG_ARGUMENT, message)
        for point in cycle.items:
            if not 1 <= point.integer <= points:
                message = f"{point.integer} is not a point; the goal has the points 1 to {points}"
                yield base.fault(point, FaultKind.WRONG_ARGUMENT, message)
            elif seen.setdefault(point.integer, point) is not point:
                message = f"point {point.integer} is twice in {visible(fact.arguments[0].atom)}; cycles are disjoint"
                yield base.fault(point, FaultKind.REPEATED_FACT, message)
    if not fact.arguments[1].items:
        message = f"{visible(fact.arguments[0].atom)} has no cycles, so it moves nothing: list them or remove it"
        yield base.fault(fact, FaultKind.WRONG_ARGUMENT, message)


def _distinct_names(base: FactBase) -> Iterator[Fault]:
    """Each word stands for one move."""
    known: dict[str, str] = {}
    for name in ("generator", "rotation", "shorthand"):
        for fact in base.named(name):
            node = fact.arguments[0]
            if any(character.isspace() for character in node.atom) or not node.atom:
                message = f"the name {shorten(node.term)} has a space, which separates moves"
                yield base.fault(node, FaultKind.WRONG_ARGUMENT, message)
            turns = 2 if name == "shorthand" else order(_cycles(fact.arguments[1]))
            for power in range(1, min(turns, 100)):
                word = power_name(node.atom, power, turns)
                if known.setdefault(word, node.atom) != node.atom:
                    message = f"{visible(word)} would be a move of {visible(node.atom)} and of {visible(known[word])}"
                    yield base.fault(node, FaultKind.REPEATED_FACT, f"{message}; rename one")
                    break


def _metric(base: FactBase) -> Iterator[Fault]:
    facts = base.named("metric")
    if not facts:
        message = "no metric: add metric(half), where any power of a generator is one move, or metric(quarter)"
        yield base.fault(base.head, FaultKind.MISSING_FACT, message)
    for fact in facts[1:]:
        yield base.fault(fact, FaultKind.REPEATED_FACT, "a second metric; remove it")
    for fact in facts[:1]:
        metric = metric_of(fact)
        for name, cycles in turning(base, "generator"):
            turns = order(cycles)
            powers = {power for power in range(1, turns) if isinstance(metric, tuple) and counts(metric, power, turns)}
            if isinstance(metric, tuple) and (not powers or powers != {turns - power for power in powers}):
                message = f"the powers {shorten(fact.arguments[0].term)} do not undo each other for {visible(name)}"
                hint = f"which is back after {turns}; add what is missing, such as {turns - min(powers, default=1)}"
                yield base.fault(fact, FaultKind.WRONG_ARGUMENT, f"{message}, {hint}")


def metric_of(fact: Fact) -> str | tuple[int, ...]:
    value = fact.arguments[0].value
    return value.name if isinstance(value, Atom) else tuple(item.integer for item in fact.arguments[0].items)


def _rotations(base: FactBase) -> Iterator[Fault]:
    """A rotation turns generators into powers of generators."""
    points = _points(base)
    generators = [(sources(cycles, points), order(cycles)) for _, cycles in turning(base, "generator")]
    powers = {_power(once, number) for once, turns in generators for number in range(1, min(turns, 100))}
    for fact in base.named("rotation"):
        by = sources(_cycles(fact.arguments[1]), points)
        if any(moved(moved(by, once), inverse(by)) not in powers for once, _ in generators):
            message = f"the rotation {visible(fact.arguments[0].atom)} does not turn generators into generators"
            yield base.fault(fact, FaultKind.WRONG_ARGUMENT, f"{message}; correct its cycles")


def _power(once: tuple[int, ...], number: int) -> tuple[int, ...]:
    found = once
    for _ in range(number - 1):
        found = moved(found, once)
    return found


def notation_of(base: FactBase, shorthands: Sequence[tuple[str, str]] | None = None) -> Notation:
    if shorthands is None:
        shorthands = shorthands_of(base)
    return Notation(turning(base, "generator"), _points(base), turning(base, "rotation"), shorthands)


def shorthands_of(base: FactBase) -> list[tuple[str, str]]:
    return [(fact.arguments[0].atom, fact.arguments[1].text) for fact in base.named("shorthand")]


def _known_shorthands(base: FactBase) -> Iterator[Fault]:
    """A shorthand stands for moves that the facts before it name."""
    before: list[tuple[str, str]] = []
    for fact in base.named("shorthand"):
        _, wrong = notation_of(base, before).permutation(fact.arguments[1].text)
        if wrong:
            yield base.fault(fact.arguments[1], FaultKind.WRONG_ARGUMENT, wrong)
        before.append((fact.arguments[0].atom, fact.arguments[1].text))


def _starts(base: FactBase) -> Iterator[Fault]:
    goal, moves = Counter(goal_pieces(base)), notation_of(base)
    for fact in base.named("start"):
        node = fact.arguments[1]
        if isinstance(node.value, str):
            wrong = moves.permutation(node.value)[1]
        else:
            wrong = misfit(goal, [item.integer for item in node.items])
        if wrong:
            yield base.fault(node, FaultKind.ILLEGAL_STATE, wrong)


def misfit(goal: Counter[int], state: Sequence[int]) -> str | None:
    """Why a list is not a state; None if it is one."""
    here, points = Counter(state), sum(goal.values())
    if len(state) != points:
        return f"the state has {len(state)} pieces; the goal has {points}"
    if goal == here:
        return None
    more, fewer = (listed(sorted(rest.elements())) for rest in (here - goal, goal - here))
    return f"the state has too many of {more} and too few of {fewer}"


def _distances(base: FactBase) -> Iterator[Fault]:
    """Distances are lower bounds: at most the moves that the piece needs if no other is in the way."""
    facts = base.named("distance")
    if not facts:
        return
    yield from repeated(base, (fact.arguments[0] for fact in facts), "two rows of distances are for piece")
    goal = goal_pieces(base)
    missing = sorted(set(goal) - {fact.arguments[0].integer for fact in facts})
    if missing:
        message = f"no distances for {listed(missing)}: add distance(Piece, Distances), or remove all of them"
        yield base.fault(facts[0], FaultKind.MISSING_FACT, message)
    ways = [sources(cycles, len(goal)) for _, cycles in turning(base, "generator")]
    metric = metric_of(base.named("metric")[0])
    steps = [
        _power(way, power)
        for way, (_, cycles) in zip(ways, turning(base, "generator"), strict=True)
        for power in range(1, order(cycles))
        if counts(metric, power, order(cycles))
    ]
    for fact in facts:
        yield from _distance_faults(base, fact, goal, steps)


def _distance_faults(
    base: FactBase, fact: Fact, goal: Sequence[int], steps: Sequence[tuple[int, ...]]
) -> Iterator[Fault]:
    piece, row = fact.arguments[0], fact.arguments[1]
    if piece.integer not in goal:
        yield base.fault(piece, FaultKind.WRONG_ARGUMENT, f"the goal has no piece {piece.integer}")
    elif len(row.items) != len(goal):
        message = f"{len(row.items)} distances for {len(goal)} points; list one for each"
        yield base.fault(row, FaultKind.WRONG_ARGUMENT, message)
    else:
        true = distances_to(goal, piece.integer, steps)
        for point, (node, most) in enumerate(zip(row.items, true, strict=True), 1):
            if 0 <= most < node.integer:
                message = f"from point {point} piece {piece.integer} needs {most} moves, not {node.integer}"
                yield base.fault(node, FaultKind.INADMISSIBLE_DISTANCE, f"{message}; more is no lower bound")


def distances_to(goal: Sequence[int], piece: int, steps: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Moves from each point to the nearest goal point of a piece if no other is in the way; -1 if there is no way."""
    found = [0 if each == piece else -1 for each in goal]
    queue = deque(place for place, distance in enumerate(found) if distance == 0)
    while queue:
        place = queue.popleft()
        for step in steps:
            if found[step[place]] < 0:  # what lies on step[place] goes to place
                found[step[place]] = found[place] + 1
                queue.append(step[place])
    return tuple(found)


def _drawn(base: FactBase) -> Iterator[Fault]:
    points, pieces = _points(base), set(goal_pieces(base))
    facets = base.named("facet")
    yield from repeated(base, (fact.arguments[0] for fact in facets), "two facets are for point")
    places: dict[tuple[int, ...], Fact] = {}
    for fact in facets:
        point, _, row, column = fact.arguments
        if not 1 <= point.integer <= points:
            message = f"{point.integer} is not a point; the goal has the points 1 to {points}"
            yield base.fault(point, FaultKind.WRONG_ARGUMENT, message)
        if places.setdefault((row.integer, column.integer), fact) is not fact:
            message = f"row {row.integer}, column {column.integer} is drawn twice; rows count over all faces"
            yield base.fault(row, FaultKind.REPEATED_FACT, message)
    yield from repeated(base, (fact.arguments[0] for fact in base.named("colour")), "two colors are for piece")
    for fact in base.named("colour"):
        if fact.arguments[0].integer not in pieces:
            message = f"the goal has no piece {fact.arguments[0].integer}"
            yield base.fault(fact.arguments[0], FaultKind.WRONG_ARGUMENT, message)


def _facelets(base: FactBase) -> Iterator[Fault]:
    for fact in base.named("facelets")[1:]:
        yield base.fault(fact, FaultKind.REPEATED_FACT, "a second facelets/1; remove it")
    for fact in base.named("facelets")[:1]:
        numbers = [item for item in fact.arguments[0].items if isinstance(item.value, int)]
        yield from repeated(base, numbers, "facelets/1 lists twice the point")
        missing = sorted(set(range(1, _points(base) + 1)) ^ {item.integer for item in numbers})
        if missing:
            message = f"facelets/1 lists each point once; check {listed(missing)}"
            yield base.fault(fact, FaultKind.WRONG_ARGUMENT, message)
        if len(base.named("colour")) < len(set(goal_pieces(base))):
            message = "facelets/1 needs colour(Piece, Colour) for each piece"
            yield base.fault(fact, FaultKind.MISSING_FACT, message)


TURN_RULES = (
    Rule(_one_goal, ("goal",), ("goal",)),
    Rule(_some_generators, ("generator",), ("generator",)),
    Rule(_legal_cycles("generator"), _TURNING, ("generator",)),
    Rule(_metric, (*_TURNING, "metric"), ("metric",)),
    Rule(_legal_cycles("rotation"), ("goal", "rotation"), ("rotation",)),
    Rule(_distinct_names, ("generator", "rotation"), ("generator",)),
    Rule(_rotations, (*_TURNING, "rotation"), ("rotation",)),
    Rule(_known_shorthands, (*_TURNING, "rotation"), ("shorthand",)),
    Rule(_starts, (*_TURNING, "rotation", "shorthand")),
    Rule(_distances, (*_TURNING, "metric")),
    Rule(_drawn, ("goal",), ("facet", "colour")),
    Rule(_facelets, ("goal", "colour")),
)
