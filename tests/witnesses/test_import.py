"""STRIPS PDDL becomes rules: a search that shares no code with ours finds the same lengths, and faults have a place."""

import random
import re
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pybridge
from pybridge.cli import run
from pybridge.errors import FactFileError
from pybridge.facts import find, read
from pybridge.swipl import Engine
from pybridge.witnesses.exported import exported
from pybridge.witnesses.imported import _PREFIX, imported
from tests.witnesses.pddl_domains import PROBLEMS


def translated(domain, problem, folder):
    """The length of a shortest plan, by breadth-first search in what Fast Downward's translator makes of PDDL."""
    (folder / "d.pddl").write_text(domain)
    (folder / "p.pddl").write_text(problem)
    command = [sys.executable, "-m", "fast_downward.translate", "d.pddl", "p.pddl"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    sas = (folder / "output.sas").read_text()
    start = tuple(map(int, re.search(r"begin_state\n(.*?)end_state", sas, re.DOTALL)[1].split()))
    lines = re.search(r"begin_goal\n\d+\n(.*?)end_goal", sas, re.DOTALL)[1].splitlines()
    goal = [tuple(map(int, line.split())) for line in lines]
    operators = []
    for text in re.findall(r"begin_operator\n.*?\n(.*?)end_operator", sas, re.DOTALL):
        numbers = [list(map(int, line.split())) for line in text.splitlines()]
        count = numbers[0][0]
        before = [tuple(pair) for pair in numbers[1 : 1 + count]]
        effects = numbers[2 + count : -1]
        assert all(effect[0] == 0 for effect in effects)
        before += [(var, old) for _, var, old, _ in effects if old != -1]
        operators.append((before, [(var, new) for _, var, _, new in effects]))
    level, seen, depth = [start], {start}, 0
    while level:
        if any(all(state[var] == value for var, value in goal) for state in level):
            return depth
        following = []
        for state in level:
            for before, after in operators:
                if all(state[var] == value for var, value in before):
                    changed = list(state)
                    for var, value in after:
                        changed[var] = value
                    if (other := tuple(changed)) not in seen:
                        seen.add(other)
                        following.append(other)
        level, depth = following, depth + 1
    return None


def solved(texts, folder):
    """The length by our rules; None if there is no solution."""
    (folder / "made.pl").write_text(imported([(text, name) for name, text in texts]))
    return pybridge.solve(str(folder / "made.pl"), engine="native", program="breadth_first").length


QUICK = ["gripper-2", "logistics-plane", "miconic-2", "visitall-3", "sokoban-two"]


@pytest.mark.parametrize(
    "name", [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in PROBLEMS]
)
def test_lengths_of_planning_domains(name, tmp_path):
    domain, problem = PROBLEMS[name]
    length = solved([("d.pddl", domain), ("p.pddl", problem)], tmp_path)
    assert length == translated(domain, problem, tmp_path)
    assert length


EITHER = [
    ("?obj - physobj", "?obj - (either package vehicle)"),
    ("(in ?pkg - package", "(in ?veh - package"),  # as its second argument: names of arguments say nothing
    ("(?pkg - package ?veh - vehicle ?loc", "(?pkg - package ?veh - (either truck airplane) ?loc"),  # of load
    ("?plane - airplane ?from", "?plane - (either airplane) ?from"),
    ("truck airplane - vehicle", "truck airplane - (either vehicle)"),
]


def test_a_variable_may_have_one_of_several_types(tmp_path):
    """Of vehicles there are only trucks and airplanes. Where only trucks unload, planes carry nothing."""
    domain, problem = DOMAIN, PROBLEM
    for one, other in EITHER:
        assert one in domain
        domain = domain.replace(one, other, 1)
    assert solved([("d", domain), ("p", problem)], tmp_path) == translated(DOMAIN, problem, tmp_path) > 0
    unload = "unload :parameters (?pkg - package ?veh - "
    trucks = domain.replace(f"{unload}vehicle", f"{unload}(either city truck)")
    assert solved([("d", trucks), ("p", problem)], tmp_path) is None


def random_problem(seed):
    """Actions of one or two variables over a few predicates, with negative preconditions and goals."""
    pick = random.Random(seed)
    arity = {"p": 1, "q": 2, "r": 0, "s": 1}

    def literal(words, negative):
        name = pick.choice("pqrs")
        atom = f"({' '.join([name, *pick.choices(words, k=arity[name])])})"
        return f"(not {atom})" if pick.random() < negative else atom

    actions = ""
    for number in range(4):
        needs = " ".join(literal(["?x", "?y", "a"], 0.4) for _ in range(2)) + pick.choice(["", " (not (= ?x ?y))"])
        effects = " ".join(literal(["?x", "?y"], 0.4) for _ in range(2))
        actions += f"(:action act-{number} :parameters (?x ?y) :precondition (and {needs}) :effect (and {effects}))\n"
    initial = " ".join({literal(["a", "b", "c"], 0) for _ in range(5)})
    goal = " ".join(literal(["a", "b", "c"], 0.3) for _ in range(2))
    domain = "(define (domain d) (:requirements :strips :equality :negative-preconditions) (:constants a)\n"
    domain += f"(:predicates (p ?x) (q ?x ?y) (r) (s ?x))\n{actions})"
    return domain, f"(define (problem x) (:domain d) (:objects b c) (:init {initial}) (:goal (and {goal})))"


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 20))])
def test_random_domains(seed, tmp_path):
    domain, problem = random_problem(seed)
    length = translated(domain, problem, tmp_path)
    if length is None:
        with suppress(FactFileError):  # or the rules have no state that is a goal
            assert solved([("d", domain), ("p", problem)], tmp_path) is None
    else:
        assert solved([("d", domain), ("p", problem)], tmp_path) == length


TABLE = """(define (domain towers) (:requirements :strips :equality :negative-preconditions)
(:constants table) (:predicates (on ?x ?y) (clear ?x) (block ?x))
(:action move :parameters (?b ?from ?to) :precondition (and (block ?b) (block ?to) (on ?b ?from) (clear ?b) (clear ?to)
 (not (= ?b ?to)) (not (= ?from table)) (not (= ?from ?to)))
 :effect (and (on ?b ?to) (clear ?from) (not (on ?b ?from)) (not (clear ?to))))
(:action take :parameters (?b ?to) :precondition (and (block ?b) (block ?to) (on ?b table) (clear ?b) (clear ?to)
 (not (= ?b ?to))) :effect (and (on ?b ?to) (not (on ?b table)) (not (clear ?to))))
(:action put :parameters (?b ?from) :precondition (and (block ?b) (on ?b ?from) (clear ?b) (not (= table ?from)))
 :effect (and (on ?b table) (clear ?from) (not (on ?b ?from)))))"""
ANOMALY = """(define (problem sussman) (:domain towers) (:objects a b c) (:init (block a) (block b) (block c) (on c a)
(on a table) (on b table) (clear c) (clear b)) (:goal (and (on a b) (on b c))))"""


@pytest.mark.parametrize("constant", ["table", "dynamic", "floor"])
def test_a_constant_may_have_the_name_of_an_operator(constant, tmp_path):
    texts = [("d.pddl", TABLE), ("p.pddl", ANOMALY)]
    assert solved([(name, text.replace("table", constant)) for name, text in texts], tmp_path) == 3


def test_the_operators_are_those_of_prolog():
    with Engine() as engine:
        found = engine.once("findall(Name, (current_op(_, Type, Name), memberchk(Type, [fx, fy])), Names)")["Names"]
    assert {each.name for each in found if each.name.isidentifier()} == _PREFIX


def test_exported_rules_come_back_with_the_same_length(tmp_path):
    facts = read(find("gripper"))
    texts = exported(facts, "here", facts.start("here"), "pddl")
    assert solved(list(texts.items()), tmp_path) == 11


def test_exported_blocks_come_back_as_rules(tmp_path):
    facts = read(find("blocks3"))
    texts = exported(facts, *facts.starts[0], "pddl")
    assert solved(list(texts.items()), tmp_path) == 5


DOMAIN, PROBLEM = PROBLEMS["logistics-plane"]
BLOCKS = PROBLEMS["blocks-sussman"][0]

# A text, a part of it that is replaced and by what, where the fault is, and the message.
BROKEN = [
    (DOMAIN, "(:types", "(:types (", "(define", "this ( is not closed"),
    (DOMAIN, "(define", ")(define", ")", "this ) closes nothing"),
    (DOMAIN, "(define", "(" * 5000, "(", "levels of parentheses"),
    (DOMAIN, "(define (domain", "(defun (domain", "(defun", "is not PDDL"),
    (
        DOMAIN,
        "(:predicates",
        "(:predicate",
        "(:predicate",
        "is not supported (did you mean :predicates?); a domain can",
    ),
    (DOMAIN, "(:predicates", "predicates (:predicates", "predicates (", "predicates is not supported (did you"),
    (DOMAIN, ":precondition", ":preconditions", ":preconditions", "not supported here (did you mean :precondition?)"),
    (DOMAIN, "(:predicates", "(:predicates (not ?x)", "(not ?x)", "not has a meaning of its own in PDDL"),
    (DOMAIN, "?pkg - package", "?pkg - parcel", "parcel", "unknown type parcel"),
    (DOMAIN, "?pkg - package", "?pkg - (either package parcel)", "(either", "unknown type parcel"),
    (DOMAIN, "?pkg - package", "?pkg - (or package place)", "(or", "(or package place) is not a type; write one"),
    (DOMAIN, "airport location - place", "airport - (either place city)", "(either", "is for variables; name one type"),
    (DOMAIN, "?from ?to - place", "?from ?from - place", "?from -", "?from appears twice"),
    (DOMAIN, "(at ?veh ?loc)", "(near ?veh ?loc)", "(near", "unknown predicate near"),
    (DOMAIN, "(at ?veh ?loc)", "(at ?veh)", "(at ?veh)", "at has 2 arguments, not 1"),
    (DOMAIN, "(at ?veh ?loc)", "(at ?car ?loc)", "?car", "?car is not a known variable"),
    (DOMAIN, "(at ?veh ?loc)", "(or (at ?veh ?loc))", "(or", "or is not supported"),
    (DOMAIN, ":effect (and", ":effect (and (when (at ?veh ?loc) (at ?pkg ?loc))", "(when", "when is not supported"),
    (
        DOMAIN,
        ":effect (and",
        ":effect (and (increase (total-cost) 1) (increase (total-cost) 1.0)",
        "(increase (total-cost) 1.0",
        "write (increase (total-cost) 1) once",
    ),
    (PROBLEM, "(:goal", "(:metric minimize (total-cost)) (:goal", "(:metric", "costs nothing, but each action costs 1"),
    (PROBLEM, "(:objects", "(:objects ?one", "?one", "?one is not a name"),
    (PROBLEM, "(at plane l0-0)", "(at plane l0-0) (not (at plane l0-0))", "(not", "(at plane l0-0) is listed, too"),
    (PROBLEM, "(at plane l0-0)", "(at plane l0-0) (not (at plane l9-9))", "l9-9", "l9-9 is not a known object"),
    (PROBLEM, "- airport", "- harbour", "harbour", "unknown type harbour"),
    (PROBLEM, "- airport", "- (either airport city)", "(either", "(either airport city) is for variables; name one"),
    (PROBLEM, "(at plane l0-0)", "(at plane l9-9)", "l9-9", "l9-9 is not a known object"),
    (PROBLEM, "(at plane l0-0)", "(at l0-0 plane)", "l0-0 plane", "l0-0 has the type airport; at needs physobj here"),
    (PROBLEM, "(:domain logistics)", "(:domain trucks)", "(:domain", "is named logistics"),
]


@pytest.mark.parametrize(("text", "old", "new", "place", "message"), BROKEN, ids=[each[-1] for each in BROKEN])
def test_a_fault_is_one_line_with_its_place(text, old, new, place, message):
    assert old in text
    broken = text.replace(old, new, 1)
    texts = [("d.pddl", broken), ("p.pddl", PROBLEM)] if text is DOMAIN else [("d.pddl", DOMAIN), ("p.pddl", broken)]
    with pytest.raises(FactFileError) as caught:
        imported([(text, name) for name, text in texts])
    (fault,) = caught.value.faults
    assert message in fault.message
    assert "\n" not in fault.message
    assert broken.split("\n")[fault.line - 1][fault.column - 1 :].startswith(place)


COSTS = """(define (domain d) (:requirements :adl :fluents) (:functions (total-cost) - number (len ?x ?y) - number)
(:predicates (at ?x) (link ?x ?y))
(:action go :parameters (?x ?y) :precondition (and (at ?x) (link ?x ?y))
 :effect (and (at ?y) (not (at ?x)) (increase (total-cost) COST))))"""
PLACES = """(define (problem p) (:domain d) (:objects a b c) (:length (:serial 2) (:parallel 2))
(:init (at a) (not (at b)) (link a b) (link b c) (not (link a c)) (= (total-cost) 0) (= (len a b) 1) (= (len b c) LAST))
(:goal (at c)) METRIC)"""
LEAST = "(:metric minimize (total-cost))"


@pytest.mark.parametrize(
    ("cost", "last", "metric", "message"),
    [
        ("5", "1", "", None),
        ("(len ?x ?y)", "3", "", None),
        ("1.0", "7", LEAST, None),
        ("(len ?x ?y)", "1", LEAST, None),
        ("5", "1", LEAST, "go costs 5, but each action costs 1 here; remove the :metric to count actions"),
        ("(len ?x ?y)", "3", LEAST, "go costs 1 or 3, but each action costs 1 here"),
    ],
)
def test_costs_count_where_they_are_asked_for(cost, last, metric, message, tmp_path):
    problem = PLACES.replace("LAST", last).replace("METRIC", metric)
    texts = [("d.pddl", COSTS.replace("COST", cost)), ("p.pddl", problem)]
    if message is None:
        assert solved(texts, tmp_path) == 2
    else:
        with pytest.raises(FactFileError, match=message):
            solved(texts, tmp_path)


@given(st.text("()-;?= \nabcd:01", max_size=40))
def test_any_text_is_an_error(text):
    with pytest.raises(FactFileError):
        imported([(text, "it")])


def test_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.pddl").write_text(BLOCKS)
    (tmp_path / "p.pddl").write_text(PROBLEMS["blocks-sussman"][1])
    assert run(["import", "d.pddl", "p.pddl"]) == 0
    assert "action('pick-up'(X)," in capsys.readouterr().out
    assert run(["import", "p.pddl", "d.pddl", "--out", "again.pl"]) == 0
    assert run(["check", "again.pl"]) == 0
    assert run(["export", "again.pl", "--to", "pddl", "--out", "."]) == 0
    assert run(["import", "d.pddl", "p.pddl", "--out", "again.pl"]) == 43
    assert run(["import", "none.pddl"]) == 20
    assert run(["import", "d.pddl", "--out", "new.pl"]) == 21
    assert not (tmp_path / "new.pl").exists()
