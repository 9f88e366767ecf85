"""A search tree as a trace for Posthoc, the search visualizer of the Shortest Path Lab: its format 1.4.0, as JSON.

An event is a step of the search: `expanding` a node, `closing` it once everything below it is searched, `pruning` one
that is cut, or `goal`. A search that knows states again closes none. A path may reach a state again, so ids are of
nodes. They count from 1 on, since Posthoc takes the parent 0 for none. What each board has stands in the views, and
only the rest in events.
"""

import json
from collections.abc import Iterator, Sequence
from functools import reduce

from rich.cells import cell_len

from pybridge.facts import PuzzleFacts
from pybridge.forms import Form
from pybridge.render.console import unicode_pen
from pybridge.render.domains import appearance, move_name, scene
from pybridge.render.picture import BASELINE, LIGHT, look
from pybridge.render.scene import Shape, rectangle
from pybridge.search.tree import End, Tree, TreeNode

VERSION = "1.4.0"
_COLUMN = 0.6
"""Width of a column of text relative to its height, on average."""
_OUTLINE = 0.05
"""Width from which an outline is drawn."""


def search_trace(facts: PuzzleFacts, tree: Tree) -> str:
    """The nodes of a tree, as far as they are shown, as the text of a file that Posthoc opens."""
    scenes = [scene(facts, node.state, node.move) for node in tree.nodes]
    width, height = max(each.width for each in scenes), max(each.height for each in scenes)
    drawn = [dict.fromkeys((_paper(width, height), *each.shapes)) for each in scenes]
    shared = reduce(lambda one, other: one & other, (set(each) for each in drawn))
    shared = {shape for shape in shared if shape.kind != "text"}
    fixed, *boards = (
        _drawn([shape for shape in each if (shape in shared) is same])
        for each, same in [(drawn[0], True), *((each, False) for each in drawn)]
    )
    events = list(_events(facts, tree, boards))
    form = {"version": VERSION, "views": {"main": list(_view(fixed))}, "events": events}
    return json.dumps(form, ensure_ascii=False, separators=(",", ":")) + "\n"


def _paper(width: float, height: float) -> Shape:
    """The background of a board, since the one of Posthoc may be dark."""
    return Shape("polygon", "paper", rectangle(0, 0, width, height))


def _drawn(shapes: Sequence[Shape]) -> dict[str, list[Form]]:
    """The shapes as what Posthoc draws: filled polygons, paths, and texts that begin on the left of their base line."""
    polygons, paths, texts = [], [], []
    for shape in shapes:
        how = look(shape, LIGHT)
        points = [{"x": round(x, 2), "y": round(y, 2)} for x, y in shape.points]
        if shape.kind == "text":
            ((x, y),) = shape.points
            place = {
                "x": round(x - _COLUMN * shape.size * cell_len(shape.text) / 2, 2),
                "y": round(y + BASELINE * shape.size, 2),
            }
            texts.append({"text": shape.text, "size": round(shape.size, 2), "fill": how.fill} | place)
            continue
        if shape.kind == "polygon":
            polygons.append({"points": points, "fill": how.fill})
        if (how.stroke and how.width > _OUTLINE) or shape.kind == "line":
            closed = points if shape.kind == "line" else [*points, points[0]]
            paths.append({"points": closed, "fill": how.stroke, "width": how.width})
    return {"polygons": polygons, "paths": paths, "texts": texts}


def _view(fixed: dict[str, list[Form]]) -> Iterator[Form]:
    """What every board has, and the shapes of an event; they disappear with the next one."""
    each = {"alpha": 1, "clear": True}
    yield from ({"$": "polygon", **polygon, **each} for polygon in fixed["polygons"])
    yield {"$": "polygon", **_repeated("polygons", points="points", fill="fill"), **each}
    for path in fixed["paths"]:
        yield {"$": "path", "points": path["points"], "fill": path["fill"], "line-width": path["width"], **each}
    yield {"$": "path", **_repeated("paths", points="points", fill="fill", line_width="width"), **each}
    # A text needs something to stand on: a rectangle that is too faint to be seen.
    words = _repeated("texts", x="x", y="y", fill="fill", label="text", label_size="size", label_color="fill")
    yield {"$": "rect", **words, "width": 0, "height": 0, "alpha": 0.001, "clear": True}


def _repeated(what: str, **properties: str) -> Form:
    """A view for each of the shapes of a kind in an event. Posthoc reads what stands in ${{ }} as JavaScript."""
    taken = {key.replace("_", "-"): f"${{{{ $.{what}[$.i].{name} }}}}" for key, name in properties.items()}
    return {"$for": {"$to": f"${{{{ $.{what}.length }}}}"}, **taken}


def _events(facts: PuzzleFacts, tree: Tree, boards: Sequence[Form]) -> Iterator[Form]:
    """The events in the order of the search. A node is closed before the next one that is not below it."""
    events = _in_order(facts, tree, boards)
    if not tree.knows:
        return events
    numbered = zip((node.number for node in tree.nodes), events, strict=True)
    return (event for _, event in sorted(numbered, key=lambda pair: pair[0]))


def _in_order(facts: PuzzleFacts, tree: Tree, boards: Sequence[Form]) -> Iterator[Form]:
    """The events of nodes, each before those of the nodes below it, and those that close them where there are such."""
    path: list[Form] = []
    for number, (node, board) in enumerate(zip(tree.nodes, boards, strict=True), 1):
        if not tree.knows:
            yield from _closing(path[node.g :])
        del path[node.g :]
        path.append(_event(facts, node) | {"id": number, "pId": path[-1]["id"] if path else None} | board)
        yield path[-1]
    if not tree.knows and tree.whole and path[-1]["type"] != "goal":
        yield from _closing(path)


def _closing(events: Sequence[Form]) -> Iterator[Form]:
    return (event | {"type": "closing"} for event in reversed(events) if event["type"] == "expanding")


def _event(facts: PuzzleFacts, node: TreeNode) -> Form:
    """What a node says about itself; what it does not have is left out."""
    pen = unicode_pen()
    kind = {None: "expanding", End.GOAL: "goal"}.get(node.end, "pruning")
    event: Form = {"type": kind, "g": node.g, "h": node.h, "f": node.f}
    event["move"] = None if node.move is None else move_name(facts, node.move, pen)
    event["state"] = appearance(facts).line(facts, node.state, pen)
    event["why"] = node.end and node.end.value
    event["left out"] = {move_name(facts, move, pen): why.value for move, why in node.left_out}
    event["nodes not shown"] = node.folded
    return {key: value for key, value in event.items() if value not in (None, "", {}) and (value or key in "ghf")}
