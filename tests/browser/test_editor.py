"""The editors of a live page: colors lie where the text is, brackets pair, and keys do what they do everywhere."""

import re

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.everywhere]

WHERE = """area => {
  const colors = area.parentElement.querySelector('.colors'), style = getComputedStyle(area);
  const height = parseFloat(style.lineHeight), first = Math.floor(area.scrollTop / height);
  const lines = area.value.split('\\n');
  const begin = area.getBoundingClientRect().top + parseFloat(style.paddingTop) - area.scrollTop;
  const lineOf = span => Math.floor((span.getBoundingClientRect().top + height / 2 - begin) / height);
  const spans = [...colors.querySelectorAll('span')].filter(span => !span.textContent.includes('\\n'));
  return {
    same: String(colors.textContent.split('\\n').slice(first, first + 10)) === String(lines.slice(first, first + 10)),
    spans: spans.length, off: spans.filter(span => !lines[lineOf(span)]?.includes(span.textContent)).length,
    left: new DOMMatrix(colors.style.transform).e, width: area.scrollLeft,
  };
}"""
"""Whether the lines that can be seen are colored, and how many parts lie on a line that does not have them."""


@pytest.fixture(scope="module")
def path(written):
    return written("ids_low", "seven", "--live")


@pytest.fixture
def shown(opened, path):
    page = opened(path)
    page.page.locator("#live[data-prolog]").wait_for()
    return page


def area_of(shown, name: str = "facts.pl"):
    return shown.page.get_by_label(name, exact=True)


def at(area, place: int) -> None:
    """Put the cursor somewhere in a text."""
    area.focus()
    area.evaluate("(area, place) => area.setSelectionRange(place, place)", place)


def colored(shown, kind: str, name: str = "facts.pl") -> list[str]:
    """The texts of a kind that can be seen in an editor."""
    sheet = shown.page.locator(".sheet", has=area_of(shown, name))
    return sheet.locator(f".{kind}").all_inner_texts()


def test_facts_have_colors(shown):
    assert colored(shown, "comment")[0] == "% 7-puzzle, 2 x 4"
    assert '"7-puzzle, 2 x 4"' in colored(shown, "text")
    assert colored(shown, "number")[:3] == ["0", "7", "2"]
    assert "slide" not in colored(shown, "variable", "seven.pl")
    assert shown.said == []


@pytest.mark.parametrize("width", [375, 1200])
def test_colors_lie_on_the_text_wherever_it_is_scrolled_to(shown, width):
    shown.page.set_viewport_size({"width": width, "height": 800})
    area = area_of(shown, "seven.pl")
    for top, left in ((0, 0), (317, 40), (100_000, 0), (640, 100_000)):
        area.evaluate("(area, [top, left]) => area.scrollTo(left, top)", [top, left])
        shown.draws()
        found = area.evaluate(WHERE)
        assert (found["same"], found["off"]) == (True, 0), (top, found)
        assert found["spans"] > 5
        assert found["left"] == -found["width"]
    wide = shown.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= width


def test_the_bracket_at_the_cursor_has_its_partner(shown):
    area = area_of(shown)
    area.fill("a(b, [c, ')', d]). % )\nb((c, {d).\n")
    at(area, 2)
    shown.page.locator(".pair").nth(1).wait_for()
    assert colored(shown, "pair") == ["(", ")"]
    at(area, 16)
    shown.page.locator(".pair", has_text="[").wait_for()
    assert colored(shown, "pair") == ["[", "]"]
    at(area, 32)
    shown.page.locator(".lone").wait_for()
    assert (colored(shown, "lone"), colored(shown, "pair")) == ([")"], [])
    at(area, 22)
    shown.page.locator(".lone").wait_for(state="detached")
    at(area, 2)
    shown.page.locator(".pair").first.wait_for()
    area_of(shown, "seven.pl").focus()
    shown.page.locator(".pair").first.wait_for(state="detached")


def test_a_change_is_undone_and_so_is_restore(shown):
    area = area_of(shown)
    original = area.input_value()
    at(area, 0)
    shown.page.keyboard.type("% mine\n")
    assert area.input_value() == f"% mine\n{original}"
    shown.button("Restore").click()
    assert area.input_value() == original
    area.focus()
    shown.page.keyboard.press("Control+z")
    assert area.input_value() == f"% mine\n{original}"
    for _ in range(12):
        shown.page.keyboard.press("Control+z")
    assert area.input_value() == original


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a :-", "\n    "),
        ("    b,", "\n    "),
        ("    b.", "\n"),
        ("p([", "\n    "),
        ("    (", "\n        "),
        ("x", "\n"),
        ("s -->", "\n    "),
    ],
)
def test_enter_indents(shown, before, after):
    area = area_of(shown)
    area.fill(before)
    at(area, len(before))
    shown.page.keyboard.press("Enter")
    assert area.input_value() == before + after
    shown.page.keyboard.press("Control+z")
    assert area.input_value() == before
    shown.page.keyboard.press("Shift+Enter")
    assert area.input_value() == f"{before}\n"


def test_tab_leaves_an_editor(shown):
    area = area_of(shown)
    area.focus()
    shown.page.keyboard.press("Tab")
    assert shown.page.evaluate("() => document.activeElement.id") == "text-seven.pl"
    shown.page.keyboard.press("Shift+Tab")
    assert shown.page.evaluate("() => document.activeElement.id") == "text-facts.pl"


def test_a_line_with_an_error_is_underlined_until_it_is_changed(shown):
    shown.page.locator("#live[data-prolog=ready]").wait_for(timeout=60_000)
    area = area_of(shown)
    area.fill(area.input_value().replace("goal([1, 2", "goal([1, 2,,"))
    shown.button("Run ids_low").click()
    shown.page.locator(".wrong").first.wait_for()
    assert "".join(colored(shown, "wrong")).startswith("goal([1,2,,")
    at(area, 0)
    shown.page.keyboard.type(" ")
    shown.page.locator(".wrong").first.wait_for(state="detached")


@pytest.mark.needs("color_scheme")
@pytest.mark.parametrize("width", [375, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_roles_and_contrast(opened, path, scheme, width):
    from axe_playwright_python.sync_playwright import Axe

    page = opened(path, bypass_csp=True, color_scheme=scheme).page
    page.set_viewport_size({"width": width, "height": 900})
    page.locator("#live[data-prolog=ready]").wait_for(timeout=60_000)
    found = Axe().run(page, context="#live").response
    assert [each["id"] for each in found["violations"]] == []
    assert {"color-contrast", "label"} <= {each["id"] for each in found["passes"]}


@pytest.mark.needs("media")
def test_forced_colors_show_the_text_itself(opened, path):
    shown = opened(path, forced_colors="active")
    area = area_of(shown)
    assert not shown.page.locator(".colors").first.is_visible()
    color = area.evaluate("area => getComputedStyle(area).color")
    assert not re.fullmatch(r"rgba\(.*, 0\)|transparent", color)
