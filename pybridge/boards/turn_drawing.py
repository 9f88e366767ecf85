"""Permutation puzzles from text: cycles of numbered points, rings that cross, or the faces of a box.

Moves are lines such as `T: 1 3 6 5 2`, colors lines such as `red = 1 7 9`, and the other lines draw the points. Without
such lines, each place has letters: those of the rings that go through it, or that of the face that it is on.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from math import atan2, gcd

from pybridge.boards.box import box, is_net
from pybridge.boards.drawing_tokens import COLOURS, DrawnToken, DrawnTurns, fault_at, refuse, tab_faults
from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts.cycles import moved, moves
from pybridge.facts.model import Cycles, TurnsFacts
from pybridge.facts.reader import read_text
from pybridge.facts.turn_rules import piece_distances
from pybridge.facts.wording import listed, several, visible
from pybridge.facts.writer import write

MOST_POINTS = 150
START_MOVES = 7
"""Random moves from the goal to the start."""
_LINE = re.compile(r"\s*(?P<name>[^\s:=]+)\s*(?P<sign>[:=])(?P<rest>.*)")
_WORD = re.compile(r"[^\s,;()]+|[,;()]")


def from_turns(
    text: str,
    path: str = "<drawing>",
    *,
    name: str = "drawn",
    title: str | None = None,
    seed: int = 0,
) -> TurnsFacts:
    """The puzzle in a text, which docs/permutations.md describes. Its start, `random_<seed>`, is a few moves away.

    Raises FactFileError with all faults of the text.
    """
    drawn = _drawn(text, path)
    facts = TurnsFacts(
        name=name,
        title=title or drawn.title,
        starts=(("goal", drawn.goal),),
        goals=(drawn.goal,),
        path=path,
        generators=drawn.generators,
        metric=drawn.metric,
        facets=drawn.facets,
        colours=drawn.colours,
        **drawn.more,
    )
    _require_sound(facts, drawn)
    return replace(facts, distances=piece_distances(facts), starts=((f"random_{seed}", mixed(facts, seed)),))


def _drawn(text: str, path: str) -> DrawnTurns:
    """What a text says, in any of its forms."""
    refuse(tab_faults(text, path))
    rows = [*enumerate(text.split("\n"), 1)]
    told = [(number, match) for number, row in rows if (match := _LINE.fullmatch(row))]
    tokens = _places([each for each in rows if each[0] not in dict(told)])
    if told:
        return _cycles(told, tokens, path)
    if not tokens:
        raise FactFileError([Fault(path, 1, 1, FaultKind.ILL_FORMED, "the drawing is empty; draw rings or faces")])
    return (box if is_net(tokens) else _rings)(tokens, path)


def mixed(facts: TurnsFacts, seed: int) -> tuple[int, ...]:
    """A state a few random moves from the goal, and not the goal if there is another; the same for the same seed."""
    draw, turns, goal = random.Random(seed), moves(facts), facts.goals[0]
    state = goal
    for _ in range(100):
        last = ""
        for _ in range(START_MOVES):
            turn = draw.choice([turn for turn in turns if turn.generator != last] or turns)
            state, last = moved(state, turn.sources), turn.generator
        if state != goal:
            break
    return state


def _require_sound(facts: TurnsFacts, drawn: DrawnTurns) -> None:
    """Raise FactFileError, at the line of the move that a message names, for facts that are not sound."""
    text = write(facts)
    try:
        read_text(text)
    except FactFileError as error:
        written = [line for line, row in enumerate(text.split("\n"), 1) if row.startswith("generator(")]
        lines = dict(zip(written, (drawn.lines.get(name, 1) for name, _ in facts.generators), strict=True))
        found = [
            replace(
                fault,
                path=facts.path,
                line=lines.get(fault.line, 1),
                column=1,
                message=re.sub(r"(?<= on line )\d+", lambda each: str(lines.get(int(each[0]), 1)), fault.message),
                fix=(),
            )
            for fault in error.faults
        ]
        raise FactFileError(found) from None


def _places(rows: Sequence[tuple[int, str]]) -> list[DrawnToken]:
    """The tokens of the drawing in rows and places from 0; the last character of a token says where it is."""
    found = [
        (number, match.start() + 1, match.end(), match[0]) for number, row in rows for match in re.finditer(r"\S+", row)
    ]
    if not found:
        return []
    columns = sorted({end for _, _, end, _ in found})
    step = reduce(gcd, (column - columns[0] for column in columns)) or 1
    top = found[0][0]
    return [DrawnToken(line - top, (end - columns[0]) // step, line, start, text) for line, start, end, text in found]


def _cycles(told: Sequence[tuple[int, re.Match[str]]], tokens: Sequence[DrawnToken], path: str) -> DrawnTurns:
    """Moves that are given as cycles of points, with the drawing of the points if there is one."""
    drawn = {int(token.text): token for token in reversed(tokens) if token.text.isdecimal() and len(token.text) < 4}
    faults = list(_misdrawn(tokens, drawn, path))
    turns, lines, painted, where = _moves_and_colours(told, drawn, path, faults)
    if not turns and not faults:
        message = "no move: add a line such as T: 1 3 6 5 2"
        faults.append(Fault(path, told[0][0], 1, FaultKind.MISSING_FACT, message))
    known = {*drawn, *(point for cycles in turns.values() for cycle in cycles for point in cycle)}
    if not faults and (stray := min(painted.keys() - known, default=None)):
        message = f"point {stray} is {visible(painted[stray])}, and in no move"
        faults.append(Fault(path, where[stray], 1, FaultKind.WRONG_ARGUMENT, message))
    refuse(faults)
    points = max(known)
    kinds = list(dict.fromkeys(painted.get(point, str(point)) for point in range(1, points + 1)))
    goal = tuple(kinds.index(painted.get(point, str(point))) + 1 for point in range(1, points + 1))
    colours = {kinds.index(colour) + 1: colour for colour in painted.values()}
    title = f"{several(points, 'point')}, {several(len(turns), 'move')}"
    facets = {point: ("face", token.row, token.place) for point, token in sorted(drawn.items())}
    return DrawnTurns(title, goal, tuple(turns.items()), "quarter", facets, colours, lines, {})


def _moves_and_colours(
    told: Sequence[tuple[int, re.Match[str]]], drawn: Mapping[int, DrawnToken], path: str, faults: list[Fault]
) -> tuple[dict[str, Cycles], dict[str, int], dict[int, str], dict[int, int]]:
    """The cycles of each move and its line, the color of each point and its line; adds faults."""
    turns, lines = dict[str, Cycles](), dict[str, int]()
    painted, where = dict[int, str](), dict[int, int]()
    for number, match in told:
        before, name = len(faults), match["name"]
        parts = list(_numbers(number, match, drawn, path, faults))
        if len(faults) == before and (wrong := _misplaced(match, parts, painted)):
            faults.append(Fault(path, number, match.start("rest") + 1, FaultKind.WRONG_ARGUMENT, wrong))
        if match["sign"] == "=":
            painted |= {point: name for part in parts for point in part}
            where |= {point: number for part in parts for point in part}
        elif name in turns:
            message = f"the move {visible(name)} is on line {lines[name]}, too; rename one"
            faults.append(Fault(path, number, match.start("name") + 1, FaultKind.REPEATED_FACT, message))
        else:
            turns[name], lines[name] = tuple(map(tuple, parts)), number
    return turns, lines, painted, where


def _misplaced(match: re.Match[str], parts: Sequence[Sequence[int]], painted: Mapping[int, str]) -> str | None:
    """What is wrong with the points of a line, if anything."""
    name, is_move = visible(match["name"]), match["sign"] == ":"
    if not parts:
        return f"{name} has no points: write them behind it, as in {name}{':' if is_move else ' ='} 1 2 3"
    if re.search(r"[()]", re.sub(r"\([^()]*\)", "", match["rest"])):
        return "a parenthesis is not closed, closes nothing, or is within others"
    if is_move and (alone := next((part[0] for part in parts if len(part) == 1), None)):
        return f"{alone} alone is not a cycle: separate points by spaces, and cycles by commas"
    twice = next((point for part in parts for point in part if point in painted), None)
    return None if is_move or twice is None else f"point {twice} is {visible(painted[twice])}, too"


def _misdrawn(tokens: Sequence[DrawnToken], drawn: Mapping[int, DrawnToken], path: str) -> Iterator[Fault]:
    """The faults of the drawing of points: each has one number, from 1 without gaps."""
    for token in tokens:
        known = drawn.get(int(token.text)) if token.text.isdecimal() and len(token.text) < 4 else None
        if known is None or not int(token.text):
            message = f"{visible(token.text)} is not the number of a point; number them 1, 2, 3 ..."
            yield fault_at(path, token, FaultKind.WRONG_DRAWING, message)
        elif known is not token:
            message = f"point {token.text} is drawn twice; number the points 1, 2, 3 ..."
            yield fault_at(path, token, FaultKind.WRONG_DRAWING, message)
    missing = sorted(set(range(1, max(drawn, default=0))) - drawn.keys())
    if missing:
        last = drawn[max(drawn)]
        message = f"point {missing[0]} is missing but point {last.text} exists; number the points 1, 2, 3 ..."
        yield fault_at(path, last, FaultKind.WRONG_DRAWING, message)


def _numbers(
    line: int, match: re.Match[str], drawn: Mapping[int, DrawnToken], path: str, faults: list[Fault]
) -> Iterator[list[int]]:
    """The cycles of a line, which parentheses or commas outside of them separate; adds the faults of its words."""
    most, cycle, within = max(drawn, default=MOST_POINTS), list[int](), False
    for word in _WORD.finditer(match["rest"]):
        if word[0] in ",;()":
            within = word[0] == "(" or (within and word[0] != ")")
            if cycle and not (within and word[0] in ",;"):
                yield cycle
                cycle = []
        elif word[0].isdecimal() and len(word[0]) < 7 and 1 <= int(word[0]) <= most:
            cycle.append(int(word[0]))
        else:
            known = "the points are" if drawn else "points are numbers from"
            message = f"{visible(word[0])} is not a point; {known} 1 to {most}"
            faults.append(Fault(path, line, match.start("rest") + word.start() + 1, FaultKind.WRONG_ARGUMENT, message))
    if cycle:
        yield cycle


def _rings(tokens: Sequence[DrawnToken], path: str) -> DrawnTurns:
    """Rings that cross: each place has the letters of its rings. Balls on the same rings are alike."""
    names = sorted({letter for token in tokens for letter in token.text})
    refuse(_no_letters(tokens, path))
    if len(tokens) > MOST_POINTS:
        message = f"{len(tokens)} places; a puzzle has at most {MOST_POINTS}"
        raise FactFileError([fault_at(path, tokens[0], FaultKind.WRONG_DRAWING, message)])
    kinds = list(dict.fromkeys("".join(sorted(token.text)) for token in tokens))
    turns = tuple((name, (tuple(_around(name, tokens, path)),)) for name in names)
    return DrawnTurns(
        f"{several(len(names), 'ring')}, {several(len(tokens), 'ball')}",
        tuple(kinds.index("".join(sorted(token.text))) + 1 for token in tokens),
        turns,
        "quarter",
        {point: ("face", token.row, token.place) for point, token in enumerate(tokens, 1)},
        dict(enumerate(COLOURS[: len(kinds)], 1)) if len(kinds) <= len(COLOURS) else {},
        {name: next(token.line for token in tokens if name in token.text) for name in names},
        {},
    )


def _no_letters(tokens: Sequence[DrawnToken], path: str) -> Iterator[Fault]:
    for token in tokens:
        if not token.text.isalpha() or len(set(token.text)) < len(token.text):
            message = f"{visible(token.text)} is not a place of rings: write the letter of each ring through it, as TL"
            if token.text.isdecimal():
                message = "numbered points need moves: write a line such as A: 1 2 3 for each"
            elif ":" in token.text:
                message = "a move is a name without spaces, a colon and points, such as A: 1 2 3"
            yield fault_at(path, token, FaultKind.WRONG_DRAWING, message)


def _around(name: str, tokens: Sequence[DrawnToken], path: str) -> list[int]:
    """The points of a ring, clockwise around its middle, from its first point on."""
    on = {point: token for point, token in enumerate(tokens, 1) if name in token.text}
    middle = [sum(place) / len(on) for place in zip(*((each.row, each.place) for each in on.values()), strict=True)]
    angles = {point: atan2(each.row - middle[0], each.place - middle[1]) for point, each in on.items()}
    if len(on) < 3 or len({round(angle, 9) for angle in angles.values()}) < len(on):
        message = f"the {several(len(on), 'place')} of ring {name} must lie around a middle, three or more of them"
        raise FactFileError([fault_at(path, next(iter(on.values())), FaultKind.WRONG_DRAWING, message)])
    order = sorted(on, key=lambda point: angles[point])
    first = order.index(min(order))
    return order[first:] + order[:first]


def shown_moves(facts: TurnsFacts) -> str:
    """The size of a puzzle and the names of its moves."""
    return f"{several(facts.points, 'point')}; moves: {listed(name for name, _ in facts.generators)}"
