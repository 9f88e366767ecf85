"""Texts say things as a native speaker would, and use the words of the field; Japanese has one word for one thing."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = (".ci", "bin", "docs", "examples", "prolog", "pybridge", "tests")
ENDINGS = {".md", ".py", ".pl", ".plt", ".js", ".ts", ".css", ".sh", ".txt", ".toml", ".po", ""}
GENERATED = ("docs/figures/", "tests/browser/scripts/node_modules/")
"""Figures, and what npm obtains."""

# What no text has, as a regular expression, and what to write instead. A space also stands for the end of a line.
PHRASES = {
    r"of which nothing can come": "that cannot succeed",
    r"moves? that (?:there (?:is|are) not|is none|are none)\b": "illegal moves",
    r"\b(?:an?|the) \w+ that (?:it prints )?is none\b": "an invalid solution, an inadmissible bound, …",
    r"\bpass(?:es|ed)? (?:a|the) shortest (?:one|solution)s? by\b": "missed the shortest one",
    r"[.:;] Of others\b": "for others",
    r"searched to (?:its|their) end\b": "searched completely",
    r"\bcom(?:es?|ing) to (?:a|the) (?:goal|node|state)\b": "reaches",
    r"\bnevertheless\b": "anyway, still",
    r"\bnone is harder\b|\bas hard as any\b|\bfrom the goal as any\b": "a hardest start",
    r"\bholds? no (?:solution|goal)": "contains no solution",
    r"\bAll that\b": "everything that",
    r"\bbut for\b": "except for",
    r"\bnever stopped\b": "uninterrupted",
    r"\bmoves too (?:long|many)\b": "exceeds the optimum by N moves",
    r"\bmay be too long\b": "may be suboptimal",
    r"\bsa(?:ys?|id) (?:half a move )?too much\b": "overestimates",
    r"\b[Ww]hoever\b": "anyone who, the caller",
    r"\bat least as much as\b": "never less than",
    r"\bgoes with (?:every|each|all|the|any)\b": "works with",
    r"\bthat `[^`]+` brings\b": "provided by",
    r"\bis all that \w+ needs\b": "the only requirement is",
    r"\bdoes not suit\b|\bone that suits\b": "is invalid, does not work for; chosen for",
    r"\bon some nearly\b": "on some boards, nearly",
    r"\b(?:is|are) back (?:where|after)\b|\buntil all is back\b": "has order N",
    r"\b[Ss]et-up\b": "setup",
    r"\bonce \w+ has ended\b": "after",
    r"\bas on a chessboard, the\b": "two sentences",
    r"\bt(?:ells?|old) (?:[^.,;:]{0,30} )?apart\b": "distinguishes",
    r"\b(?:is|are|was|were|nobody is) told\b": "reports, prints, knows",
    r"\btells? (?:of|that|how|which|whether|why|all about)\b": "reports, says, shows",
    r"\berrands?\b|\bcrews?\b": "task, workers",
    r"\bhand(?:s|ed)? (?:out|over|back)\b|\bhanded in\b|\bat hand\b": "gives, passes; ready",
    r"\bg(?:ives?|ave|iven) (?:back|out)\b": "returns, prints",
    r"\breckon": "compute",
    r"\banew\b|\bafresh\b": "again, from scratch; start over",
    r"\bgo(?:es|ing|ne)? on (?:with|from)\b": "continues, resumes",
    r"\bin vain\b": "without success",
    r"\bso (?:many|much) (?![^.;:]{0,30}\bthat\b)": "this many",
    r"(?<!here\s)\b(?:is|are) no (?:bound|board|list|move|number|part|piece|rule|solution|state|text)s?\b": "is not a",
    r"\bwhat (?:it|they|this|each one) (?:promises and )?costs?\b": "its time, its memory",
    r"\b[Ll]ower bounds? of (?:the|its) moves\b": "lower bound on",
    r"\b(?:cannot|to) be had\b": "is not available",
    r"\b(?:say|says|said|knows?) of\b": "says about, knows about",
    r"\b(?:is|are) believed\b": "is accepted",
    r"\bgo(?:es)? by (?:abstraction|bound|distance)": "uses, needs",
    r"\bt(?:ake|akes|aken|ook) back\b": "undo",
}
JAPANESE = {"節点": "ノード", "事実": "ファクト", "タイル": "駒", "閾値": "しきい値"}
"""What no Japanese text has, and the word that all use instead."""


def texts() -> list[Path]:
    """Every text of the project except this file."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    found += [ROOT / "pyproject.toml", *ROOT.glob("*.md")]
    return [path for path in found if path.suffix in ENDINGS and path.name != Path(__file__).name and not _made(path)]


def _made(path: Path) -> bool:
    return path.relative_to(ROOT).as_posix().startswith(GENERATED)


@cache
def written(path: Path) -> str:
    """The text of a file, without the table of CONTRIBUTING.md that lists these phrases."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return text.replace(table(), "") if path.name == "CONTRIBUTING.md" else text


def table() -> str:
    """The rows of `not` and `write` in CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text[text.index("| not | write |") :].split("\n\n")[0]


def pattern(phrase: str) -> re.Pattern[str]:
    """A phrase that may go over the end of a line, in a comment, too."""
    return re.compile(phrase.replace(" ", r"(?:\s+(?:[#%*]|//)?\s*)"))


@cache
def any_phrase() -> re.Pattern[str]:
    """What each phrase matches, and perhaps more, in a tenth of the time: one look at each beginning of a word."""
    bare = (each.removeprefix(r"(?<!here\s)").removeprefix(r"\b").replace(r"|\b", "|") for each in PHRASES)
    return re.compile(rf"\b(?:{'|'.join(pattern(each).pattern for each in bare)})")


def found_in(path: Path, phrase: str) -> list[str]:
    text = written(path)
    name = path.relative_to(ROOT).as_posix()
    return [f"{name}:{text.count(chr(10), 0, at.start()) + 1}: {at[0]}" for at in pattern(phrase).finditer(text)]


@pytest.fixture(scope="module")
def paths() -> list[Path]:
    return texts()


def test_no_text_has_one_of_the_phrases(paths: list[Path]) -> None:
    suspected = [path for path in paths if any_phrase().search(written(path))]
    found = [
        f"{line}; write instead: {PHRASES[phrase]}"
        for phrase in PHRASES
        for path in suspected
        for line in found_in(path, phrase)
    ]
    assert not found, "\n".join(found)


def test_all_kinds_of_texts_are_searched(paths: list[Path]) -> None:
    assert len(paths) > 800
    assert {path.suffix for path in paths} >= {".md", ".py", ".pl", ".js", ".sh"}


def test_phrases_are_found_over_lines_and_in_comments() -> None:
    (phrase,) = (each for each in PHRASES if "nothing can come" in each)
    assert pattern(phrase).search("    # a program of which\n    # nothing can come")
    assert pattern(phrase).search("%  a program of\n%  which nothing can come")


def test_contributing_shows_phrases_that_are_refused() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in table().splitlines()[2:]]
    assert len(rows) >= 15
    for refused, better in rows:
        assert any(pattern(phrase).search(refused) for phrase in PHRASES), refused
        assert any_phrase().search(f"It {refused}"), refused
        assert not any(pattern(phrase).search(better) for phrase in PHRASES), better


@pytest.mark.parametrize("word", JAPANESE)
def test_japanese_has_one_word_for_one_thing(paths: list[Path], word: str) -> None:
    render = ROOT / "pybridge" / "render"
    pages = [path for path in paths if path.name.endswith((".ja.md", ".po")) or render in path.parents]
    assert sum("ノード" in path.read_text(encoding="utf-8") for path in pages)
    found = [line for path in pages for line in found_in(path, word)]
    assert not found, f"write {JAPANESE[word]} instead of {word}\n" + "\n".join(found)
