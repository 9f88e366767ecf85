"""Names for other programs: one rule, and back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybridge.witnesses.names import file_name, mangled, numbered, unmangled


@given(st.text(), st.sampled_from(["b", "g", "puzzle"]))
def test_there_and_back(name, prefix):
    text = mangled(prefix, name)
    assert re.fullmatch("[a-z][a-z0-9_]*", text)
    assert unmangled(prefix, text) == name


@pytest.mark.slow
@given(st.text(), st.text())
def test_two_names_stay_two(one, other):
    assert (mangled("b", one) == mangled("b", other)) == (one == other)


@given(st.text("abcx_0123456789", max_size=12))
def test_whatever_is_read_is_an_error_or_a_name(text):
    try:
        name = unmangled("b", f"b_{text}")
    except ValueError:
        return
    assert all(ord(each) < 0x110000 for each in name)


@pytest.mark.parametrize("text", ["", "b", "g_a", "b_A", "b_a-b", "b__1", "b_110000_", "b__110000_", "b_a\n"])
def test_other_texts_are_refused(text):
    with pytest.raises(ValueError, match=r"stands for|does not start"):
        unmangled("b", text)


@pytest.mark.parametrize("text", ["c", "c01", "t1", "c-1", "c1234567890123456789", "c1 "])
def test_other_numbers_are_refused(text):
    with pytest.raises(ValueError, match="c1"):
        numbered("c", text)
    assert numbered("c", "c17") == 17
    assert numbered("k", f"k{10**17}") == 10**17


@pytest.mark.parametrize(
    ("name", "expected"),
    [("ten_on_three", "ten_on_three"), ("Eight-2", "Eight-2"), ("日本", "日本"), ("../a b", "_2e__2e__2f_a_20_b")],
)
def test_a_file_keeps_the_name_of_its_puzzle(name, expected):
    assert file_name(name) == expected
