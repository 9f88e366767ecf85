"""Rules that are large, deep or long: one line says what is too much, or they are read; nothing crashes or hangs."""

import pytest

from pybridge import census, solve
from pybridge.cli import run
from pybridge.facts import fingerprint, read, read_text
from pybridge.limits import Limits
from pybridge.rules import finding, session
from pybridge.rules.domain import draw
from tests.samples import sample

HEAD = 'puzzle(big, rules, "Big").\n'
START = "start(a, s(0)).\n"
GOAL = "goal(s(2)).\n"
MOVE = "move(s(N), step(N), s(N1)) :- N < 3, N1 is N+1.\n"
ALL = HEAD + START + GOAL + MOVE
DEEP = "deep(0, S, S) :- !.\ndeep(N, S0, S) :- N1 is N-1, deep(N1, f(S0), S).\n"

# What is read, and searched.
READ = {
    "a comment of 1 MB": ALL + ("% " + "x" * 98 + "\n") * 10_000,
    "helpers of 1 MB": ALL + "".join(f"p({i}, {i}).\n" for i in range(55_000)),
    "an atom of 1 MB": f"{ALL}p('{'x' * 1_000_000}').\n",
    "900 nested brackets": f"{ALL}p({'[' * 900}a{']' * 900}).\n",
    "300,000 signs": f"{ALL}p({'- ' * 300_000}a).\n",
    "a sum of 200,000 numbers": f"{ALL}p({'1+' * 200_000}1).\n",
    "100,000 goals": f"{ALL}p :- {'true,' * 100_000}true.\n",
    "5,000 operators": HEAD + "".join(f":- op(700, xfx, o{i}).\n" for i in range(5000)) + START + GOAL + MOVE,
    "900 starts": HEAD
    + "".join(f"start(a{i}, s({i})).\n" for i in range(900))
    + "goal(s(2)).\nmove(s(N), step(N), s(N1)) :- N < 900, N1 is N+1.\nmove(s(N), b(N), s(M)) :- N > 0, M is N-1.\n",
    "names of 100,000 characters": HEAD.replace("big", "x" * 100_000)
    + f"start({'a' * 100_000}, s(0)).\n"
    + GOAL
    + f"move(s(N), {'m' * 100_000}(N), s(N1)) :- N < 3, N1 is N+1.\n",
    "names that are made": HEAD
    + START
    + GOAL
    + "move(s(N), M, s(N1)) :- N < 3, N1 is N+1, numlist(1, 20000, L), atomic_list_concat([N|L], M).\n",
    "a name of 30,000 terms": f"{HEAD}{START}{GOAL}{DEEP}"
    "move(s(N), M, s(N1)) :- N < 3, N1 is N+1, deep(30000, N, M).\n",
    "a picture of 900,000 characters": f'{ALL}picture(_, "{"x" * 900_000}").\n',
}

# What is refused, where, and what is said about it; None: wherever.
REFUSED = {
    "more than 1 MiB": (ALL + "%" * (1 << 20), "1:1", "the file is larger than 1,048,576 bytes (1 MiB), the limit"),
    "1,001 nested brackets": (f"{ALL}p({'[' * 1001}a{']' * 1001}).\n", "5:1002", "more than 1000 nested brackets"),
    "100,000 parentheses": (
        f"{ALL}p :- {'(' * 100_000}a{')' * 100_000}.\n",
        "5:1006",
        "more than 1000 nested brackets",
    ),
    "a number of 5,000 digits": (f"{ALL}p({'7' * 5000}).\n", "5:3", "this number is too long; use fewer than 4,000"),
    "10,000 starts": (
        HEAD + "".join(f"start(a{i}, s(0)).\n" for i in range(10_000)) + GOAL + MOVE,
        "1002:1",
        "more than 1,000 start states; --start takes any other state",
    ),
    "20,000 atoms that begin with capitals": (
        ALL + "".join(f"edge(Berlin, p{i}).\n" for i in range(20_000)),
        "5:6",
        "Berlin occurs only once",
    ),
    "20,000 of them in one line": (
        ALL + "".join(f"edge(Berlin, p{i}). " for i in range(20_000)),
        "5:6",
        "Berlin occurs only once",
    ),
    "300,000 moves of a state": (
        f"{HEAD}{START}{GOAL}move(s(N), m(K), s(K)) :- N < 3, between(1, 300000, K).\n",
        "4:1",
        "more than 10,000 moves from one state",
    ),
    "a state that does not end": (f"{HEAD}{GOAL}start(a, S) :- deep(3000000, 0, S).\n{DEEP}{MOVE}", None, "start/2"),
    "numbers that double": (
        f"{HEAD}start(a, s(2)).\ngoal(s(0)).\nmove(s(N), d, s(M)) :- M is N*N.\n",
        None,
        "too long or too much memory",
    ),
    "a state that holds itself": (f"{HEAD}start(a, X) :- X = f(X).\n{GOAL}{MOVE}", "2:1", "contains itself"),
    "a title that commands the terminal": (ALL.replace("Big", "\\e[2J"), "1:1", "of one line"),
    "a start that commands the terminal": (ALL.replace("start(a", "start('\\e[2J'"), "2:1", "text of one line"),
}
QUICK_REFUSED = ("1,001 nested brackets", "a number of 5,000 digits", "a start that commands the terminal")


@pytest.fixture
def patient(monkeypatch):
    """Twice the time that users have: a machine that runs other tests besides is slow."""
    monkeypatch.setattr(session, "PATIENCE", Limits(seconds=40.0, memory=session.PATIENCE.memory))


@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
def test_what_is_large_is_searched(tmp_path, capsys, patient, name):
    path = tmp_path / "big.pl"
    path.write_text(READ[name], encoding="utf-8")
    assert run(["check", str(path)]) == 0
    assert run(["solve", str(path)]) == 0
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("name", sample(REFUSED, quick=QUICK_REFUSED))
def test_what_is_too_much_is_refused(tmp_path, capsys, monkeypatch, name):
    if name == "numbers that double":  # which never end
        monkeypatch.setattr(session, "PATIENCE", Limits(seconds=3.0, memory=session.PATIENCE.memory))
    text, place, said = REFUSED[name]
    path = tmp_path / "big.pl"
    path.write_text(text, encoding="utf-8")
    assert run(["check", str(path)]) == 21
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out.startswith(f"{path}:{place or ''}")
    assert said in told.out.split("\n")[0]
    assert len(told.out.split("\n")[0]) < 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}start(a, [{','.join(['0'] * 100_000)}]).\n"
        "goal([2|_]).\nmove([N|T], step(N), [N1|T]) :- N < 3, N1 is N+1.\n",
        f"{HEAD}start(a, S) :- deep(50000, 0, S).\n{DEEP}goal(0).\nmove(f(S), up, S).\n",
    ],
)
def test_a_state_of_many_parts(tmp_path, monkeypatch, patient, text):
    monkeypatch.setattr(finding, "_ATTEMPTS", tuple((how, 0.5) for how, _ in finding._ATTEMPTS))  # all fail
    path = tmp_path / "big.pl"
    path.write_text(text, encoding="utf-8")
    facts = read(path)
    (start,) = (state for _, state in facts.starts)
    ((move, after),) = facts.form.successors(start)
    assert not facts.form.is_goal(after)
    assert len(facts.form.text(after)) > 100_000
    assert str(move) in ("step(0)", "up")


@pytest.mark.slow
def test_a_state_of_more_moves_than_16_bits_count(monkeypatch):
    """It is farther than rules are tried, where that is refused."""
    monkeypatch.setattr(finding, "_ATTEMPTS", (("listed", 60.0),))  # found in time, however busy the machine is
    text = (
        'puzzle(wide, rules, "Wide").\nstart(s, c(0, 0, 0)).\ngoal(c(250, P, 257)) :- between(255, 257, P).\n'
        "move(c(A, 0, 0), a, c(A1, 0, 0)) :- A < 250, A1 is A+1.\n"
        "move(c(250, 0, 0), pick(I, J), c(250, I, J)) :- between(1, 257, I), between(1, 257, J).\n"
    )
    found = solve(read_text(text, "p.pl"), all=True)
    assert [str(moves[-1]) for moves in found.solutions] == [f"pick({each},257)" for each in (255, 256, 257)]


def test_operators_that_are_too_many_for_kernels_are_searched_in_python(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("pybridge.search.native.rules.packed._MOST_MASKS", 1)
    path = tmp_path / "wide.pl"
    path.write_text(ALL)
    assert run(["solve", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "breadth_first · python" in shown
    assert "✓ solved in 2 moves" in shown
    assert run(["solve", str(path), "--engine", "native"]) == 42
    assert "those of big need more; use --engine python" in capsys.readouterr().err


def test_what_is_joined_stays_joined():
    """Emojis, and letters of Sinhala."""
    text = (
        "puzzle(p, rules, \"P\").\nstart(s, 0).\ngoal(1).\nmove(0, on, 1).\npicture(_, '👨\u200d🌾\u202eශ්\u200dර').\n"
    )
    facts = read_text(text + 'glyph(1, "👨\u200d🌾").')
    assert list(draw(facts, facts.starts[0][1])) == ["👨\u200d🌾�ශ්\u200dර"]


def test_a_comment_may_have_any_characters():
    """As a space that does not break, from a page: what is kept of the rules is kept for their text."""
    text = 'puzzle(p, rules, "P").\nstart(s, 0).\ngoal(1).\nmove(0, on, 1).\n% a\u00a0comment\u200b\n'
    facts = read_text(text)
    assert census(facts).states == 2
    assert fingerprint(facts) != fingerprint(read_text(f"{text}% other\n"))


def test_a_picture_commands_no_terminal(tmp_path, capsys):
    path = tmp_path / "big.pl"
    path.write_text(f'{ALL}picture(s(N), T) :- format(string(T), "\\e[2J~w\\x07\\", [N]).\n', encoding="utf-8")
    assert run(["solve", str(path)]) == 0
    assert "\x1b" not in (told := capsys.readouterr().out)
    assert "\x07" not in told
