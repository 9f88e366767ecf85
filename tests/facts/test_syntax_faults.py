"""What is not a fact: each refusal at its exact line and column, and alone."""

import pytest

from pybridge.errors import FaultKind

K = FaultKind
SYNTAX = [
    (2, "source('here)", (2, 8, K.ILL_FORMED, "not closed")),
    (2, 'source("here).', (2, 8, K.ILL_FORMED, "not closed")),
    (2, "source([1,\n2", (4, 1, K.ILL_FORMED, "expected , or ] to match the [ on line 2, column 8, not start")),
    (2, "source(`here`).", (2, 8, K.ILL_FORMED, "backquotes")),
    (2, 'source("a\\x41\\b").', (2, 10, K.ILL_FORMED, r"unknown escape \x")),
    (2, 'source("a\tb").', (2, 10, K.ILL_FORMED, "U+0009")),
    (2, 'source("here")', (2, 15, K.ILL_FORMED, "full stop is missing")),
    (2, 'source("here").source("there").', (2, 16, K.ILL_FORMED, "a new line or a space is missing after")),
    (2, 'source("here") source("there").', (2, 16, K.ILL_FORMED, "expected a full stop")),
    (2, 'source ("here").', (2, 8, K.ILL_FORMED, "remove the space")),
    (2, "source(.", (2, 8, K.ILL_FORMED, "incomplete")),
    (2, 'source(("here")).', (2, 8, K.NOT_A_FACT, "parentheses")),
    (2, "source().", (2, 8, K.ILL_FORMED, "expected a term")),
    (2, "source([1, 2).", (2, 13, K.ILL_FORMED, "line 2, column 8")),
    (2, "source([1 2]).", (2, 11, K.ILL_FORMED, "expected , or ]")),
    (2, ".", (2, 1, K.ILL_FORMED, "no fact before")),
    (2, "naïve(1).", (2, 1, K.ILL_FORMED, "'naïve'")),
    (2, "source(□).", (2, 8, K.ILL_FORMED, "U+25A1")),
    (2, "source(1234567890123456789).", (2, 8, K.ILL_FORMED, "18 digits")),
    (2, f"source({'[' * 101}{']' * 101}).", (2, 108, K.ILL_FORMED, "100 levels deep")),
    (2, "source(X).", (2, 8, K.NOT_A_FACT, "X is a variable")),
    (2, "source(_).", (2, 8, K.NOT_A_FACT, "variable")),
    (2, "X.", (2, 1, K.NOT_A_FACT, "variable")),
    (2, ":- halt.", (2, 1, K.NOT_A_FACT, "directive")),
    (2, "?- halt.", (2, 1, K.NOT_A_FACT, "directive")),
    (2, 'source("a") :- true.', (2, 13, K.NOT_A_FACT, "rule")),
    (2, "source --> here.", (2, 8, K.NOT_A_FACT, "grammar rule")),
    (2, "source(f(x)).", (2, 8, K.NOT_A_FACT, "compound")),
    (2, "source(1.5).", (2, 8, K.NOT_A_FACT, "float")),
    (2, "source(1e10).", (2, 8, K.NOT_A_FACT, "float")),
    (2, "source(0xff).", (2, 8, K.NOT_A_FACT, "decimal")),
    (2, "source(1_000).", (2, 8, K.NOT_A_FACT, "decimal")),
    (2, "source(0'c).", (2, 8, K.NOT_A_FACT, "character code")),
    (2, "source(a + b).", (2, 10, K.NOT_A_FACT, "operator")),
    (2, "source(- 1).", (2, 8, K.NOT_A_FACT, "operator")),
    (2, "source({a}).", (2, 8, K.NOT_A_FACT, "operator")),
    (2, "source([a|b]).", (2, 10, K.NOT_A_FACT, "partial list")),
    (2, "end_of_file.", (2, 1, K.NOT_A_FACT, "remove it")),
    (2, "[source].", (2, 1, K.NOT_A_FACT, "begins with its name")),
    (2, "1 2 .", (2, 1, K.NOT_A_FACT, "`pybridge facts --drawing` makes facts of a drawing")),
    (15, "/* open", (15, 1, K.ILL_FORMED, "not closed")),
]


@pytest.mark.parametrize(("line", "text", "expected"), SYNTAX)
def test_a_fault_of_syntax_is_found_where_it_stands_and_alone(tiles, line, text, expected, with_line, fault_list):
    *place, message = expected
    found = fault_list(with_line(tiles, line, text))
    assert [list(fault[:3]) for fault in found] == [place], found
    assert message in found[0][3]
