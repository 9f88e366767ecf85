"""What Python makes of a puzzle of rules that Prolog has read."""

import json
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import numpy as np
import pytest

from pybridge import census
from pybridge.cli.check import inspect
from pybridge.errors import BrokenTableError, FactFileError, FaultKind, PrologError
from pybridge.facts import find, read, read_text, shipped
from pybridge.facts.reader import domain_named, overview
from pybridge.outcome import Outcome
from pybridge.rules import finding
from pybridge.rules.distances import MOST_STATES
from pybridge.rules.domain import draw
from pybridge.rules.reading import given_state
from pybridge.rules.recipe import TaskRecipe
from pybridge.rules.session import Session
from pybridge.store.table import Table
from tests.rules.mistakes import FARMER, FROGS, JUGS, LAMP
from tests.solving import solve

RULES = [name for name, path in shipped().items() if path.parent.name == "rules"]
LINE = """\
puzzle(line, rules, "A line").
start(left, at(0)).
  start(middle, at(1)).
optimal(left, 2).
goal(at(2)).
move(at(X), step, at(Y)) :- X < 2, Y is X + 1.
"""


def faults_of(text: str) -> list[tuple[int, int, FaultKind]]:
    with pytest.raises(FactFileError) as caught:
        read_text(text)
    return [(fault.line, fault.column, fault.kind) for fault in caught.value.faults]


def test_facts():
    facts = read_text(FROGS, "frogs.pl")
    assert (facts.name, facts.title, facts.sources) == ("frogs", "Frogs and toads, 2 and 2", ("Edouard Lucas, 1883",))
    assert [(name, facts.form.text(state)) for name, state in facts.starts] == [("apart", "[f,f,o,t,t]")]
    assert facts.optimal == {"apart": 8}
    assert facts.cells == {cell: (0, cell) for cell in range(5)}
    assert facts.glyphs == {"o": ".", "f": ">", "t": "<"}
    assert facts.colours == {"f": "green", "t": "brown"}
    assert (facts.bounded, facts.drawn) == (False, False)


@pytest.mark.parametrize(
    ("text", "bounded", "drawn"), [(FARMER, False, True), (JUGS, True, False), (LAMP, False, False)]
)
def test_what_the_rules_have(text, bounded, drawn):
    facts = read_text(text)
    assert (facts.bounded, facts.drawn) == (bounded, drawn)


def test_a_fact_that_is_there_twice_is_placed_twice():
    assert faults_of(LINE + "color(1, red).\ncolor(2, red).\ncolor(1, red).\n") == [(9, 1, FaultKind.REPEATED_FACT)]


OPERATORS = """\
puzzle(ops, rules, "Operators of its own").
:- op(500, xfy, -).
:- op(700, xfx, to).
start(left, h((a-b)-c to [])).
start(right, h(a-b-c to [])).
goal(h((c-b)-a to [])).
goal(h(c-a-b to [])).
move(h((A-B)-C to X), rot, h((B-C)-A to X)).
move(h((A-B)-C to X), swap, h((B-A)-C to X)).
move(h(A-(B-C) to X), back, h(B-(C-A) to X)).
picture(h((_-_)-_ to _), "left").
picture(h(_-(_-_) to _), "right").
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("h((a-b)-c to [])", ("left", None)),
        ("h(a-(b-c) to [])", ("right", None)),
        ("h(to(a-(b-c), []))", ("right", None)),
        ("h(to(a-b-c, []))", (None, "it is one state with the operators of the rules, and another without")),
        ("h(a-b-c to [])", ("right", None)),
        ("h(a-b-c too [])", (None, "it cannot be read: Syntax error: Operator expected")),
        ("", (None, "it cannot be read: Syntax error: a state is one term")),
        ("h(\udcff)", (None, "it cannot be read: a character is not UTF-8")),
    ],
)
def test_states_by_the_operators_of_the_rules(typed, drawn):
    facts = read_text(OPERATORS, "ops.pl")
    state, wrong = given_state(facts, typed)
    picture, told = drawn
    assert (wrong is None) is (told is None)
    assert (wrong or "").startswith(told or "")
    assert told or facts.session.pictures([facts.form.text(state)]) == [picture]


def test_starts_by_the_operators_of_the_rules():
    facts = read_text(OPERATORS, "ops.pl")
    pictures = facts.session.pictures([facts.form.text(state) for _, state in facts.starts])
    assert pictures == ["left", "right"]


def test_a_clause_may_begin_anywhere_in_its_line():
    facts = read_text(LINE + "  bound(at(X), H) :- H is 2 - X.\n")
    assert [name for name, _ in facts.starts] == ["left", "middle"]
    assert facts.bounded


@pytest.mark.parametrize("name", RULES)
def test_an_overview_runs_nothing_and_says_the_same(name, monkeypatch):
    text = find(name).read_text(encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr("pybridge.rules.session.Session.__init__", None)
        seen = overview(find(name))
    assert (seen.name, seen.text) == (name, text)
    assert {start for start, _ in seen.starts} == set(seen.optimal)
    if name in ("farmer", "eight_rules"):
        facts = read(find(name))
        assert (seen.title, seen.sources, seen.optimal) == (facts.title, facts.sources, facts.optimal)
        assert [start for start, _ in seen.starts] == [start for start, _ in facts.starts]


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ('puzzle(a, rules, "A").\n', "rules"),
        ('puzzle(a, sliding_tiles, "A").\n', "sliding_tiles"),
        ("puzzle('a b', rules, ", "rules"),
        ('puzzle("a", rules).', "rules"),
        ('% puzzle(a, rules, "A").\n', ""),
        ('puzzle(a, rule, "A").\nmove(a, b, c).\n', "rules"),
        ("action(a, [], [], []).\n", "rules"),
        ('puzzle(a, sliding_tiles, "A").\nmove(a, b, c).\n', "sliding_tiles"),
        ('puzzle(a, none, "A").\n', "none"),
    ],
)
def test_what_a_text_is_read_as(text, domain):
    assert domain_named(text) == domain


QUESTIONS = {
    "task": lambda session, template, state: session.task("narrowed", 20.0),
    "expand": lambda session, template, state: session.expand(template, [state]),
    "walk": lambda session, template, state: session.walk(template, state, ["goat", "alone"]),
    "leaves": lambda session, template, state: session.leaves(template, state),
    "goal_leaves": lambda session, template, state: session.goal_leaves(template),
    "typed_leaves": lambda session, template, state: session.typed_leaves(template, state),
    "parts": lambda session, template, state: session.parts(template, [state]),
    "work": lambda session, template, state: session.work(session.report.starts[0][0], 5),
}


def kill_process(session):
    """End the process of a session, as the system may."""
    process = session.engine._place._worker.process
    process.kill()
    process.wait(10)


@pytest.mark.parametrize("question", QUESTIONS)
def test_where_the_process_has_ended_the_rules_are_read_again(question):
    ask = QUESTIONS[question]
    session = Session(FARMER, "farmer.pl")
    template, (_, state) = session.task("narrowed", 20.0).template, session.report.starts[0]
    before = ask(session, template, state)
    assert before
    for _ in range(2):
        kill_process(session)
        assert ask(session, template, state) == before
    session.engine.close()


def test_rules_that_could_not_be_read_again_are_read_at_the_next_question(monkeypatch):
    session = Session(FARMER, "farmer.pl")
    template, (_, state), again = session.task("narrowed", 20.0).template, session.report.starts[0], session._open
    before = session.expand(template, [state])
    kill_process(session)

    def interrupted(engine):
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "_open", interrupted)
    with pytest.raises(KeyboardInterrupt):
        session.expand(template, [state])
    monkeypatch.setattr(session, "_open", again)
    assert session.expand(template, [state]) == before
    session.engine.close()


def test_a_thread_asks_while_another_reads_the_rules_again(monkeypatch):
    """Both have lost the process; this one looks at its error when the other has replaced it."""
    session = Session(FARMER, "farmer.pl")
    template, (_, state), once = session.task("narrowed", 20.0).template, session.report.starts[0], session._once
    before = session.expand(template, [state])
    kill_process(session)

    def slow_here(*arguments):
        try:
            return once(*arguments)
        except PrologError:
            if threading.current_thread() is threading.main_thread():
                wait([other], timeout=1)
            raise

    monkeypatch.setattr(session, "_once", slow_here)
    with ThreadPoolExecutor() as pool:
        other = pool.submit(session.expand, template, [state])
        assert [session.expand(template, [state]), other.result()] == [before, before]
    session.engine.close()


def test_facts_can_be_sent_to_another_process():
    facts = read_text(FARMER, "farmer.pl")
    again = pickle.loads(pickle.dumps(facts))
    assert again == facts
    assert again.task == facts.task
    assert again.form.successors(again.starts[0][1]) == facts.form.successors(facts.starts[0][1])


@pytest.mark.slow
def test_kinds_and_places():
    assert faults_of(LINE.replace("at(2)).\n", "at(X)).\n", 1)) == [(5, 9, FaultKind.SINGLETON)]
    assert faults_of(LINE.replace("X < 2", "les(X, 2)")) == [(6, 29, FaultKind.UNDEFINED)]
    assert faults_of(LINE.replace("Y is X", "Y = X")) == [(6, 36, FaultKind.WRONG_RULE)]
    assert faults_of(LINE.replace("optimal(left, 2)", "optimal(left)")) == [(4, 1, FaultKind.WRONG_ARITY)]
    assert faults_of(LINE.replace("optimal(left, 2)", "optimal(left, two)")) == [(4, 1, FaultKind.WRONG_ARGUMENT)]
    assert faults_of(LINE.replace("middle", "left")) == [(3, 3, FaultKind.REPEATED_FACT)]
    assert faults_of(LINE.replace("goal(at(2)).\n", "")) == [(1, 1, FaultKind.MISSING_FACT)]
    assert faults_of(LINE.replace("at(0)", "at(0")) == [(2, 6, FaultKind.ILL_FORMED)]


def found(tmp_path: Path, text: str) -> list[str]:
    """What is wrong with rules, also what only a search of all states finds."""
    path = tmp_path / "it.pl"
    path.write_text(text, encoding="utf-8")
    _, _, faults = inspect(path)
    return [f"{fault.line}:{fault.column}: {fault.message}" for fault in faults]


def test_a_sound_space(tmp_path):
    assert found(tmp_path, LINE) == []
    assert found(tmp_path, LINE + "bound(at(X), H) :- H is 2 - X.\n") == []


def test_a_start_from_which_no_goal_can_be_reached(tmp_path):
    text = LINE.replace("start(middle, at(1)).", "start(middle, at(7)).").replace("X < 2", "X =\\= 2, X < 9")
    assert found(tmp_path, text) == [
        "3:3: the start middle cannot reach a goal: its moves lead to 3 states, and none is a goal; "
        "change the start or the goal"
    ]


@pytest.mark.parametrize(
    ("start", "goal", "move", "why", "states"),
    [
        ("5", "0", "N0, take, N", "goal/1 requires 0, where only 5, 3 or 1 occur", 3),
        ("n(5)", "n(0)", "n(N0), take, n(N)", "goal/1 requires 0 as part 1 of n(_), where only 5, 3 or 1 occur", 3),
        ("n(5, a)", "n(0, a)", "n(N0, X), take, n(N, X)", "goal/1 requires 0 as part 1 of n(_,_), where only", 3),
        ("[5]", "[0]", "[N0|T], take, [N, x|T]", "goal/1 requires [0], where only [5], [3,x] or [1,x,x] occur", 3),
    ],
)  # fmt: skip
def test_a_goal_that_no_state_can_be(tmp_path, start, goal, move, why, states):
    """`check` reports it; other commands do not search for it, and a census counts all states."""
    text = f'puzzle(p, rules, "P").\nstart(s, {start}).\ngoal({goal}).\nmove({move}) :- N0 >= 2, N is N0 - 2.\n'
    message = f"no state that the moves can make is a goal: {why}"
    (fault,) = found(tmp_path, text)
    assert fault.startswith(f"3:1: {message}")
    facts = read_text(text)
    for engine, program in (("native", "breadth_first"), ("prolog", "ids"), ("python", "a_star")):
        result = solve(facts, program, engine=engine)
        assert (result.outcome, result.iterations) == (Outcome.UNSOLVABLE, ())
        assert result.reason.startswith(message)
    counted = census(facts)
    assert (counted.states, counted.levels[-1].distance) == (states, 2)


def test_a_length_that_is_not_the_shortest(tmp_path):
    text = LINE + "optimal(middle, 3).\n"
    assert found(tmp_path, text) == ["7:1: the shortest solution of middle has 1 move, and optimal/2 says 3"]
    assert found(tmp_path, "near(X, X).\n" * 1100 + text)[0].endswith("has 1 move, and optimal/2 says 3")


def grid(width: int, height: int) -> str:
    """Steps to the right and down, from one corner of a grid to the other."""
    return f"""\
puzzle(grid, rules, "A grid").
start(corner, s(0, 0)).
goal(s({width - 1}, {height - 1})).
move(s(X, Y), right, s(X1, Y)) :- X < {width - 1}, X1 is X + 1.
move(s(X, Y), down, s(X, Y1)) :- Y < {height - 1}, Y1 is Y + 1.
"""


def test_a_bound_that_is_too_large_behind_the_first_states(tmp_path):
    exact = grid(25, 20) + "bound(s(X, Y), H) :- X < 24, !, H is 43 - X - Y.\n"
    assert found(tmp_path, exact + "bound(s(X, Y), H) :- H is 43 - X - Y.\n") == []
    assert found(tmp_path, exact + "bound(s(X, Y), H) :- H is 43 - X - Y + Y // 19.\n") == [
        "6:1: bound/2 says 1 of s(24,19), which is 0 moves from a goal"
    ]
    assert found(tmp_path, exact) == [
        "6:1: bound/2 must say a number of moves, 0 or more, and says nothing of s(24, 0)"
    ]
    (said,) = found(tmp_path, exact + "bound(_, H) :- atom_length(_, H).\n")
    assert said.startswith("7:1: bound/2 raises an error at atom_length(_, _): ")


def test_a_bound_that_says_nothing_behind_the_first_states():
    """Where `check` tries no state, the search finds it: it does not prune what bound/2 is silent of."""
    text = (
        'puzzle(tree, rules, "Tree").\nstart(a, 1).\ngoal(3000).\nmove(N, left, M) :- N < 2500, M is 2*N.\n'
        "move(N, right, M) :- N < 2500, M is 2*N+1.\nmove(2999, next, 3000).\nbound(N, 0) :- N \\== 1500.\n"
    )
    with pytest.raises(FactFileError) as caught:
        solve(read_text(text, "tree.pl"), "ids_low", engine="python")
    says = "bound/2 must say a number of moves, 0 or more, and says nothing of 1500"
    assert [(fault.line, fault.message) for fault in caught.value.faults] == [(7, says)]


LATE = """\
puzzle(late, rules, "Late").
start(a, n(0)).
goal(n(260)).
move(n(A), one, n(B)) :- A < 260, B is A + 1, fine(A).
move(n(A), two, n(B)) :- A < 100, B is A + 2.
fine(A) :- A =\\= 230.
"""
TOLL = "fine(230) :- atom_length(_, _).\n"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("fine(230).\n", []),
        (TOLL, ["7:1: move/3 raises an error in fine/1, at atom_length(_, _): "]),
        ("fine(230).\nmove(n(210), one, n(1)).\n", ["8:14: the move one leads to two states, n(211) and n(1)"]),
        ("fine(230).\nmove(n(210), one, n(211)).\n", ["8:14: the move one is found twice from one state"]),
        ("fine(230).\nmove(n(210), up(_), n(1)).\n", ["8:14: this clause leaves a part of the move unknown"]),
        pytest.param(
            "fine(230).\nfine(230) :- fine(230).\n",
            ["4:12: more than 10,000 moves from one state, n(230); look at fine/1"],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_moves_behind_the_first_states(tmp_path, monkeypatch, more, told):
    """They are placed as those of the first states are, also where no state is a goal."""
    if more.startswith("fine(230).\nfine(230)"):  # operators are not found, however long they are looked for
        monkeypatch.setattr(finding, "_ATTEMPTS", tuple((how, 0.5) for how, _ in finding._ATTEMPTS))
    for goal in ("n(260)", "n(900)"):
        said = found(tmp_path, LATE.replace("n(260)).", f"{goal}).", 1) + more)
        wanted = told or ["3:1: no state that the moves can make is a goal"] * (goal == "n(900)")
        assert [each.startswith(start) for each, start in zip(said, wanted, strict=True)] == [True] * len(wanted), said


def test_an_error_in_prolog_has_its_place(tmp_path):
    with pytest.raises(FactFileError) as caught:
        solve(read_text(LATE + TOLL, "late.pl"), "ids", engine="prolog")
    assert [(fault.path, fault.line) for fault in caught.value.faults] == [("late.pl", 7)]


def test_too_many_states_are_not_searched(tmp_path):
    wrong = "optimal(corner, 5).\n"
    for width, says in ((MOST_STATES // 40, 1), (MOST_STATES // 40 + 1, 0)):
        assert len(found(tmp_path, grid(width, 40) + wrong)) == says


def test_states_that_prolog_expands_are_searched_too(tmp_path):
    text = (
        'puzzle(p, rules, "P").\nstart(s, [a]).\noptimal(s, 4).\ngoal(L) :- length(L, 4).\nmove(L, add(X), [X|L]) :- '
    )
    assert found(tmp_path, text + "member(X, [a, b]), length(L, N), N < 5.\n") == [
        "3:1: the shortest solution of s has 3 moves, and optimal/2 says 4"
    ]


def test_steps_that_go_on_from_each_other_count_once(tmp_path):
    text = LINE.replace("optimal(left, 2)", "optimal(left, 1)")
    assert found(tmp_path, text + "continues(step, step).\n") == []
    assert len(found(tmp_path, text)) == 1


def test_that_there_are_no_operators_is_verified_too(monkeypatch):
    """By looking for them again."""
    facts = read(find("farmer"))
    recipe = TaskRecipe(facts.text, facts.name)
    text = np.frombuffer(json.dumps({"why": "it takes too long"}).encode("ascii"), np.uint8)
    table = Table(recipe.kind, recipe.title, {"task": text})
    with pytest.raises(BrokenTableError, match="operators are found now; remove it to have them used"):
        recipe.verify(table, lambda phrase: None)
    monkeypatch.setattr(Session, "task", lambda self, how, seconds: "it takes too long here, too")
    recipe.verify(table, lambda phrase: None)


ROW = """puzzle(row, rules, "Three in a row").
start(s, [c, b, a]).
goal([a, b, c]).
move([A,B,C], left, [B,A,C]) :- freeze(X, X \\== A), X = B.
move([A,B,C], right, [A,C,B]) :- freeze(X, X \\== B), X = C.
cell(N, 0, N) :- between(0, 2, N).
"""
HANDS = """puzzle(hands, rules, "Two hands and a board").
start(s, at([p, q], [x, o, o, o])).
goal(at(_, [_, _, _, x])).
move(at(H, [x,o|T]), go, at(H, [o,x|T])).
move(at(H, [o,A,B|T]), go, at(H, [o|U])) :- move(at(H, [A,B|T]), go, at(H, U)).
cell(N, 0, N) :- between(0, 3, N).
"""
TABLE = """puzzle(table, rules, "A board as a list of rows").
start(s, [[a, b], [c, o]]).
goal([[a, o], [_, _]]).
move([[A, B], [C, o]], up, [[A, o], [C, B]]).
cell(N, R, C) :- between(0, 3, N), R is N // 2, C is N mod 2.
"""
QUOTES = """puzzle(quotes, rules, "Names in quotes, which are none of theirs").
start(s, ['B', ' ', 'A']).
goal(['A', ' ', 'B']).
move([A, B, C], swap, [C, B, A]).
cell(N, 0, N) :- between(0, 2, N).
"""
TERM = ROW.replace("[", "row(").replace("]", ")")
COMMAS = ROW.replace("[", "(").replace("]", ")")
PICTURE = ROW + 'cell(3, 0, 0).\npicture([A,B,C], Text) :- format(string(Text), "~w-~w-~w", [A,B,C]).\n'
HOLDS = """puzzle(holds, rules, "What holds is at no cell").
start(s, [free(0), on(1)]).
goal([on(0)]).
action(move(N, M), [on(N), free(M)], [on(M), free(N)], [on(N), free(M)]) :- cell(N, _, _), cell(M, _, _).
cell(0, 0, 0). cell(1, 0, 0).
"""


@pytest.mark.parametrize(("text", "shown"), [
    (ROW, ["cba"]), (HANDS, ["xooo", "p q"]), (TABLE, ["ab", "co"]), (QUOTES, ["B A"]),
    (TERM, ["row(c,b,a)"]), (COMMAS, ["(c,b,a)"]), (PICTURE, ["c-b-a"]), (HOLDS, ["[free(0),on(1)]"]),
])  # fmt: skip
def test_the_board_is_the_first_list_that_is_long_enough(tmp_path, text, shown):
    assert found(tmp_path, text) == []
    facts = read_text(text)
    assert list(draw(facts, facts.starts[0][1])) == shown


FAR = """puzzle(far, rules, "A bound that ends").
start(s, n(0)).
goal(n(FAR)).
move(n(X), up, n(Y)) :- X < FAR, Y is X+1.
bound(n(X), B) :- X < NEAR, B is FAR-X.
"""


@pytest.mark.parametrize(("far", "near"), [(2100, 1900), (300, 250)])
def test_a_state_without_a_bound_is_not_left_out(far, near):
    """Either the rules are tried as far as that state, or the search comes to it."""
    text = FAR.replace("FAR", str(far)).replace("NEAR", str(near))
    with pytest.raises((FactFileError, PrologError), match=r"bound/2 must say|bound `n\(\d+\)' does not exist"):
        solve(read_text(text), "ids_low", engine="prolog")


def test_a_state_that_needs_too_much_memory_has_moves():
    text = """puzzle(deep, rules, "One state needs much memory").
start(s, n(0)).
goal(n(60)).
move(n(X), next, n(Y)) :- X < 60, fits(X), Y is X+1.
fits(X) :- X =\\= 40, !.
fits(40) :- numlist(1, 60_000_000, L), L = [_|_].
"""
    with pytest.raises(FactFileError, match="move/3 does not end"):
        solve(read_text(text), "breadth_first")
