"""A trace for Posthoc: what its schema for version 1.4.0 requires, and the tree that the events tell."""

import json
import re

import pytest

from pybridge.engines import draw_tree
from pybridge.facts import find, read
from pybridge.render.posthoc import search_trace
from pybridge.search.task import Task
from pybridge.search.tree import Extent


def traced(name, threshold, most=60, program="ids_low"):
    """The tree of an iteration, and its trace."""
    facts = read(find(name))
    start, state = facts.starts[0]
    task = Task(facts=facts, start_name=start, start=state, program=program, last_threshold=threshold)
    tree = draw_tree(task, "python", Extent(None, most))
    return tree, json.loads(search_trace(facts, tree))


@pytest.fixture(scope="module")
def eight():
    """An iteration that finds a goal."""
    return traced("eight", 14)


TRACES = [("eight", 14, "ids_low"), ("blocks3", 3, "ids"), ("pancake", 3, "ids"), ("honeycomb", 15, "ids_low"),
          ("eight", 3, "breadth_first")]  # fmt: skip


@pytest.mark.parametrize("wanted", TRACES, ids=lambda each: each[0])
def test_the_schema(wanted):
    """The document, its views and its events, as Posthoc's editor and its parser check them."""
    name, threshold, program = wanted
    tree, trace = traced(name, threshold, 30, program)
    assert set(trace) == {"version", "views", "events"}
    assert trace["version"] == "1.4.0"
    assert set(trace["views"]) == {"main"}
    for component in trace["views"]["main"]:
        assert component["$"] in ("rect", "polygon", "path")
        assert component["clear"] is True
        assert component["alpha"] > 0
        assert ("points" in component) is (component["$"] != "rect")
        assert set(component.get("$for", {})) <= {"$let", "$from", "$to", "$step"}
    lists = set(re.findall(r"\$\.(\w+)s\b", json.dumps(trace["views"])))
    assert lists == {"polygon", "path", "text"}
    for event in trace["events"]:
        assert isinstance(event["type"], str)
        assert isinstance(event["id"], int)
        assert event["pId"] is None or isinstance(event["pId"], int)
        assert all(isinstance(event[f"{kind}s"], list) for kind in lists)
    assert len({event["id"] for event in trace["events"]}) == len(tree.nodes)


def test_the_events_of_a_breadth_first_search_are_in_its_order():
    tree, trace = traced("eight", 3, program="breadth_first")
    events, depth = trace["events"], {None: -1}
    for event in events:
        depth[event["id"]] = depth[event["pId"]] + 1  # the parent's event came before
    depths = [depth[event["id"]] for event in events]
    assert depths == sorted(node.g for node in tree.nodes) == [event["g"] for event in events]
    assert {event["type"] for event in events} == {"expanding", "pruning"}


def test_what_views_take_is_in_every_event(eight):
    _, trace = eight
    for component in trace["views"]["main"]:
        for value in map(str, component.values()):
            for what, field in re.findall(r"\$\.(\w+)\[\$\.i\]\.(\w+)", value):
                assert all(field in shape for event in trace["events"] for shape in event[what])


def test_the_events_are_the_tree(eight):
    tree, trace = eight
    first = [event for event in trace["events"] if event["type"] != "closing"]
    assert [(event["g"], event["h"], event["f"]) for event in first] == [(n.g, n.h, n.f) for n in tree.nodes]
    assert [event["id"] for event in first] == list(range(1, len(first) + 1))
    for event in first[1:]:
        assert first[event["pId"] - 1]["g"] == event["g"] - 1
    kinds = {kind: sum(event["type"] == kind for event in trace["events"]) for kind in ("expanding", "pruning", "goal")}
    assert kinds == {"expanding": tree.iteration.expanded, "pruning": 9, "goal": 1}
    assert {event["why"] for event in first if event["type"] == "pruning"} == {"f over the threshold"}


def test_a_node_closes_after_everything_below_it(eight):
    open_nodes = []
    for event in eight[1]["events"]:
        if event["type"] == "closing":
            assert event["id"] == open_nodes.pop()
        else:
            assert event["pId"] == (open_nodes[-1] if open_nodes else None)
            if event["type"] == "expanding":
                open_nodes.append(event["id"])
    _, whole = traced("seven", 18)
    events = [event["type"] for event in whole["events"]]
    assert events.count("closing") == events.count("expanding")


def test_each_event_draws_its_board(eight):
    tree, trace = eight
    events = iter(event for event in trace["events"] if event["type"] != "closing")
    for node, event in zip(tree.nodes, events, strict=True):
        drawn = {(round(text["x"]), round(text["y"])): text["text"] for text in event["texts"]}
        places = [drawn.get((column, row + 1)) for row in range(3) for column in range(3)]
        assert places == [str(tile) if tile else None for tile in node.state]


def test_no_text_of_facts_is_read_as_javascript():
    """A view's texts are: so what facts say stands in events alone."""
    facts = read(find("blocks3"))
    tree, _ = traced("blocks3", 3, program="ids")
    evil = "${{ alert(1) }}"
    renamed = type(facts)(
        name="x", title=evil, starts=(), goals=facts.goals, blocks=facts.blocks, places=(*facts.places[:-1], evil),
        table=facts.table,
    )  # fmt: skip
    trace = json.loads(search_trace(renamed, tree))
    assert evil not in json.dumps(trace["views"])
    assert evil in json.dumps(trace["events"])
