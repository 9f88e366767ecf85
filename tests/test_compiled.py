"""Compilation of kernels is reported while it runs, and can be ended."""

import threading

import numba
import pytest

from pybridge.compiled import announcing


class Unwanted(Exception):
    """What ends a compilation."""


def fresh():
    """Two kernels that were never compiled, one calling the other."""

    @numba.njit
    def inner(number):
        return number * number

    @numba.njit
    def outer(number):
        return inner(number) + 1

    return outer


def test_told_from_its_beginning_to_its_end():
    heard, outer = [], fresh()
    with announcing(heard.append):
        assert outer(3) == 10
    *phrases, last = heard
    assert last is None
    assert len(phrases) > 10  # at each pass of both
    assert set(phrases) == {"compiling (first use only)"}


def test_nothing_is_told_of_what_is_compiled_already_or_elsewhere():
    heard, outer, other = [], fresh(), fresh()
    outer(3)
    with announcing(heard.append):
        outer(4)
        thread = threading.Thread(target=other, args=(3,))
        thread.start()
        thread.join()
    fresh()(3)
    assert heard == []


@pytest.mark.parametrize("patience", [0, 1, 5, 20])
def test_it_ends_when_it_is_not_wanted_and_nothing_is_left(patience):
    heard, outer = [], fresh()

    def refuse(phrase):
        heard.append(phrase)
        if phrase and len(heard) > patience:
            raise Unwanted

    with pytest.raises(Unwanted), announcing(refuse):
        outer(3)
    assert (len(heard), heard[-1]) == (patience + 2, None)
    assert outer.signatures == []
    assert outer(3) == 10
