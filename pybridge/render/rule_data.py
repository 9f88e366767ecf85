"""How puzzles of rules are shown, and their rules as plain data: operators, and what draws states.

Imported when one is shown, since rules bring SWI-Prolog with them.
"""

from typing import Any

from pybridge.render.console import paint
from pybridge.render.domains import Appearance
from pybridge.render.rule_board import HOLES, rules_moved, rules_picture, rules_size
from pybridge.render.rule_scene import INSIDE, REST, SEAM, cell_shapes, corner, frame, rules_scene
from pybridge.render.rules import rounded, shape_form
from pybridge.render.scene import fitted
from pybridge.rules.compiled import Compiled, Pairs, Values
from pybridge.rules.domain import prepare_pictures
from pybridge.rules.facts import RulesFacts
from pybridge.rules.pieces import board_of, glyph_of, is_blank, joins

MOST_OPERATORS = 20_000
"""The most operators that a page holds: about a megabyte."""
MOST_PICTURES = 500
"""The states near the starts whose pictures a page has, if picture/2 draws them."""


def rule_rules(facts: RulesFacts) -> dict[str, Any] | None:
    """The task of the rules, and the look of each value; None without a task, or with one that is too large."""
    task = facts.task
    if task is None or len(task.operators) > MOST_OPERATORS:
        return None
    names = {name: number for number, name in enumerate(dict.fromkeys(each.name for each in task.operators))}
    return {
        "row": "rules",
        "template": task.template,
        "domains": task.domains,
        "names": list(names),
        "operators": [[names[each.name], _flat(each.before), _flat(each.after)] for each in task.operators],
        "conditions": [_flat(condition) for condition in task.conditions],
        "continues": _continues(task, names),
        "drawn": facts.drawn,
        "board": _board(facts, task) if board_of(facts) else None,
    }


def _flat(pairs: Pairs) -> list[int]:
    return [number for pair in pairs for number in pair]


def _continues(task: Compiled, names: dict[str, int]) -> list[int] | None:
    """The pairs of moves of which the second continues from the first, one after the other."""
    if task.continues is None:
        return None
    return _flat(tuple(sorted((names[one], names[other]) for one, other in task.continues)))


def _board(facts: RulesFacts, task: Compiled) -> dict[str, Any]:
    """The places of cells, the look of values, and which of them are of one piece."""
    board = board_of(facts)
    values = {value for variable in board.values() for value in task.domains[variable]}
    width, height = frame(facts)
    has_rest = len(board) < len(task.domains)
    return {
        "width": round(width, 3),
        "height": round(height + REST * has_rest, 3),
        "rest": REST if has_rest else 0,
        "still": [shape_form(shape) for shape in cell_shapes(facts)],
        "seam": SEAM,
        "cells": [[cell, board[cell], *facts.cells[cell], *rounded(corner(facts, cell))] for cell in board],
        "looks": {value: _look(facts, value) for value in sorted(values)},
        "joins": sorted(joins(facts)),
    }


def _look(facts: RulesFacts, value: str) -> dict[str, Any]:
    """The text on a cell with a value, its height, its colors if it has any, and how it lies there."""
    glyph, color = glyph_of(facts, value), paint(facts.colours.get(value))
    lies = "piece" if color else "nothing" if is_blank(facts, value) else "hole" if glyph in HOLES else "piece"
    look: dict[str, Any] = {"text": glyph.strip(), "size": round(fitted(glyph.strip(), INSIDE), 3), "lies": lies}
    return look | ({"paint": color.split(" on ")} if color else {})


def near_states(facts: RulesFacts) -> list[Values]:
    """The states that a page needs pictures of: the first ones that breadth-first search meets from the starts."""
    if not facts.drawn or facts.task is None:
        return []
    found = dict.fromkeys(state for _, state in facts.starts)
    waiting = list(found)
    for state in waiting:
        if len(waiting) >= MOST_PICTURES:
            break
        new = [after for _, after in facts.form.successors(state) if after not in found]
        found |= dict.fromkeys(new)
        waiting += dict.fromkeys(new)
    near = waiting[:MOST_PICTURES]
    prepare_pictures(facts, near)
    return near


RULES = Appearance(
    rules_picture,
    rules_moved,
    rules_size,
    scene=rules_scene,
    rules=rule_rules,
    pictured=near_states,
    title="Puzzles as rules",
)
