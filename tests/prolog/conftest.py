"""Hostile fact files by number: `hostile(seed, number)` is always the same bytes."""

import random

import pytest

from tests.samples import FACT_FILES

COLLECTIONS = {"korf100", "korf24", "hard15"}  # large, and nothing in them that is not in the others
SHIPPED = [path.read_bytes() for name, path in FACT_FILES.items() if name not in COLLECTIONS]
BRACKETS = ["(", "[", "{", "f(", "'a'(", "_{a:", "a[", "-(", "[a|", "([{", "{|", "((", "[[", "goal([", "{a,("]
CLOSING = {"(": ")", "[": "]", "{": "}", "|": "|}"}
COVERS = ["", "", "", "goal(", "goal([", "0'", "0''", '"\\x41" \'', "/* /* */", "'a\n", "||", "`", "+/*"]
HIDING = ["", "", "0')", "/* ) */", "')'", "%)\n", '")"', "{|x||)|}", "[]", "1,"]
OPERATORS = ["- ", "\\+ ", ":- ", "?- ", "dynamic ", "a- ", "a: ", "a, ", "a:- ", "a--> ", "1= ", "X= ", "$ "]
UNITS = [*"a9日é\n -", "\\n", "''", '""', "1,", "a,", "[],", "a.\n", "X.\n", "b(", "/**/", "%\n", ".\n", "block(a).\n"]
FRAMES = [
    "{}",
    "{}.\n",
    "goal([{}1]).\n",
    "block({}).\nblock(b).\n",
    'source("{}").',
    "block('{}').\n",
    "/*{}*/ goal(a).",
]
ENCODINGS = ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "utf-7", "latin-1", "cp037", "shift-jis"]
TOKENS = r"""
( ) [ ] { } | . , ' " ` % ! ; _ \ / * - + = ~ ^ : ? # & $ @ ... /* */ /**/ /*/ /*/*/ /*/**/*/ %| 0' 0'a 0'' 0''' 0'\
0'\x41\ 0'( 0'% 0'" 12'a 16'FF' 0x1F 0b1 1r3 1R3 1_000 1.5 1.0Inf 1.5NaN 1e10 1.0e400 -1 -0 007 \x41\ \x41' \u0041
\U00110000 \e \c \z \0 '' "" 'a''b' '\'' `` `a` X _ _X Äb naïve mod is dynamic table initialization end_of_file [] {}
'[]' $VAR '$VAR'(1) a.b X.y _{a:1} t{a:1}.b || {|html||<b>x</b>|} {|x(X)||(((|} {|x|| |} :- --> ?- => << \+ a:b f(x)
(a,b) [a|b] [a|X] @(S,[S=f(S)]) a- -a 'a\ "\"" 'it\'s' "a""b" \\ 'A' '日' "日" puzzle start goal cell neighbor glyph
"""
CLAUSES = r"""
:- halt. :- initialization(halt). :- initialization(halt, main). ?- halt. X :- halt. :- thread_create(halt, _).
:- op(700, xfx, ===>). :- op(200, xfy, ','). op(700, xfx, block). :- op(0, xfx, :-). :- char_conversion(a, b).
:- set_prolog_flag(double_quotes, codes). :- style_check(-singleton). :- encoding(iso_latin_1). :- if(true). user:owned.
:- assertz(user:owned). :- shell('touch owned'). :- tell(owned), told. term_expansion(_, _) :- tell(owned), told.
goal(X) :- tell(owned), told. user:portray(_) :- tell(owned), told. :- include('/etc/passwd'). :- prompt(_, owned).
:- use_module(library(process)). print_message(_, _). end_of_file. 'end_of_file'. goal(X). goal(). goal. foo(1).
cell(1, 2, 3)./* */ block(a). place(b). goal([1, 2, 0]). start(x, [1, 2, 0]). source("s"). source('s'). optimal(x, 3).
glyph(1, "日"). block('it''s'). source("a""b"). puzzle(a, sliding_tiles, "T"). neighbor(0, [1]). distance(1, [0, 1]).
"""
SNIPPETS = [*"\t\r\0\v\f\x1b\x7f\x85\xa0\u2028\ufeff\ufffe日é٣𝟙\U0001f600\u0301\u202e", *TOKENS.split()]
SNIPPETS += [clause + ".\n" for clause in CLAUSES.replace("\n", " ").split(". ")]
SNIPPETS += [
    " ",
    "\n",
    "\r\n",
    "\n\r",
    ". ",
    ".%\n",
    "%| 1 .\n",
    "% (\n",
    "\\\n",
    "'a\nb'",
    "1_ \n0",
    "'" + "\n" * 8 + "'",
]
SNIPPETS += ["9" * 18, "9" * 19, "9" * 400, "9" * 1500, "0x" + "F" * 1200, "1 000", "- 1", "a || b", "/* /* */"]


@pytest.fixture(scope="session")
def hostile():
    """Makes input `number` of `seed`: a shipped file with damage, or one of another shape."""
    return _hostile


def _hostile(seed: int, number: int) -> bytes:
    """Input `number` of `seed`: a shipped file with damage, or one of another shape."""
    draw = random.Random(f"{seed} {number}")
    return draw.choice([damaged] * 6 + [soup, nested, repeated, foreign])(draw)


def damaged(draw: random.Random) -> bytes:
    """A shipped file after one to six changes."""
    data = draw.choice(SHIPPED)
    for _ in range(draw.choice([1, 1, 2, 3, 6])):
        data = draw.choice([part_changed, part_changed, lines_moved, words_moved, inserted])(draw, data)
    return data


def part_changed(draw: random.Random, data: bytes) -> bytes:
    """A part is gone, stands there several times, or is another byte or a part of another file."""
    start = draw.randint(0, len(data))
    stop = start + draw.choice([1, 2, 5, draw.randint(0, 200)])
    other = draw.choice(SHIPPED)
    place = draw.randint(0, len(other))
    spliced = other[place : place + draw.randint(0, 2000)]
    byte = bytes([draw.choice([draw.randrange(256), draw.randrange(32, 127)])])
    return data[:start] + draw.choice([b"", data[start:stop] * 2, data[start:stop] * 50, byte, spliced]) + data[stop:]


def lines_moved(draw: random.Random, data: bytes) -> bytes:
    """A line stands elsewhere, or is gone; perhaps all lines end otherwise."""
    lines = data.split(b"\n")
    line = lines.pop(draw.randrange(len(lines)))
    if draw.random() < 0.8:
        lines.insert(draw.randint(0, len(lines)), line)
    return draw.choice([b"\n", b"\n", b"\n", b"\r\n"]).join(lines)


def words_moved(draw: random.Random, data: bytes) -> bytes:
    """Two words of a line change places."""
    lines = data.split(b"\n")
    number = draw.randrange(len(lines))
    words = lines[number].split(b" ")
    one, two = draw.randrange(len(words)), draw.randrange(len(words))
    words[one], words[two] = words[two], words[one]
    lines[number] = b" ".join(words)
    return b"\n".join(lines)


def inserted(draw: random.Random, data: bytes) -> bytes:
    """A snippet stands somewhere, often at the beginning of a line, perhaps instead of something."""
    place = draw.randint(0, len(data))
    place = data.find(b"\n", place) + 1 if draw.random() < 0.5 else place
    return data[:place] + draw.choice(SNIPPETS).encode() + data[place + draw.choice([0, 0, 1, 3]) :]


def framed(draw: random.Random, text: str) -> bytes:
    """The text where an argument, a quoted text, a comment or a fact may stand."""
    return draw.choice(FRAMES).replace("{}", text).encode()


def soup(draw: random.Random) -> bytes:
    """Tokens at random."""
    return framed(draw, draw.choice(["", " "]).join(draw.choices(SNIPPETS, k=draw.randint(0, 40))))


def nested(draw: random.Random) -> bytes:
    """Brackets in brackets, to any depth, closed or not, behind and between what could hide them."""
    opening = draw.choice(BRACKETS)
    depth = draw.choice([99, 100, 101, 102, draw.randint(1, 300), draw.randint(1000, 20_000)])
    closing = "".join(CLOSING.get(mark, "") for mark in reversed(opening)) * draw.choice([0, depth, depth, depth // 2])
    text = draw.choice(COVERS) + (opening + draw.choice(HIDING)) * depth + draw.choice(["", "a", "1"]) + closing
    return framed(draw, text + draw.choice(["", "", ").\n"]))


def repeated(draw: random.Random) -> bytes:
    """Many of the same thing: operators in a chain, one long atom, number, text, list or comment, or many facts."""
    unit = draw.choice([*UNITS, *OPERATORS])
    return framed(draw, unit * draw.choice([10, 1000, draw.randint(1000, 10_000)]))


def foreign(draw: random.Random) -> bytes:
    """Any bytes, or text in another encoding."""
    text = draw.choice(SHIPPED).decode()[: draw.randint(0, 400)]
    return draw.choice([draw.randbytes(draw.randint(0, 300)), text.encode(draw.choice(ENCODINGS), "replace")])
