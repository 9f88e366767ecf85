"""A picture of a census: states by distance, by matplotlib, which is imported when one is drawn."""

from typing import TYPE_CHECKING

from pybridge.facts import PuzzleFacts
from pybridge.outcome import Outcome
from pybridge.render.plot import PAPER_BLUE, picture_bytes
from pybridge.render.plot_title import add_title
from pybridge.render.words import several
from pybridge.search.census.census import Census

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_EXACT, _MARK = "#96640a", "#963200"
_LABEL = "the lower bound is exact"
_FEW = 100
"""States of a level; with fewer there are too few powers of ten to read a scale by."""
_ABOVE = 1.25
"""How high the picture is, to the highest bar: names and a legend have room above."""
_MOST_NAMES = 6
"""Starts that are named in the picture."""


def census_picture(facts: PuzzleFacts, census: Census, kind: str) -> bytes:
    """The states at each distance, above in proportion, below on a log scale, where the farthest can be seen, too.

    `kind` is one of FORMATS. The same census makes the same picture.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 5.4), dpi=150, layout="constrained")
    linear, log = figure.subplots(2, 1, sharex=True)
    for axes in (linear, log):
        _draw_levels(axes, census)
        _draw_starts(axes, census, named=axes is linear)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", which="major", linewidth=0.4, alpha=0.6)
        axes.set_axisbelow(True)
        axes.set_ylabel("states")
    log.set_xlabel("distance from the nearest goal, in moves")
    _scale(linear, log, max(level.states for level in census.levels))
    add_title(figure, facts.title, _account(census))
    if any(level.exact for level in census.levels):
        linear.legend(fontsize=8, frameon=False, loc="upper left")
    return picture_bytes(figure, kind)


def _scale(linear: "Axes", log: "Axes", most: int) -> None:
    """Ticks at whole numbers, for there is no half a state and no half a move; powers of ten where they are many."""
    from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter

    linear.set_ylim(0, _ABOVE * most)
    linear.yaxis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True))
    linear.yaxis.set_major_formatter("{x:,.0f}")
    linear.xaxis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True))
    log.set_yscale("log")
    log.set_ylim(0.7, 1.6 * max(2, most))
    log.yaxis.set_minor_formatter(NullFormatter())
    if most < _FEW:
        log.minorticks_off()
        log.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        log.yaxis.set_major_formatter("{x:,.0f}")


def _draw_levels(axes: "Axes", census: Census) -> None:
    """A bar for each level, and in front of it those of its states whose lower bound is exact."""
    distances = [level.distance for level in census.levels]
    axes.bar(distances, [level.states for level in census.levels], width=0.8, color=PAPER_BLUE, alpha=0.75)
    exact = [(level.distance, level.exact) for level in census.levels if level.exact]
    if exact:
        axes.bar([each for each, _ in exact], [each for _, each in exact], width=0.8, color=_EXACT, label=_LABEL)


def _draw_starts(axes: "Axes", census: Census, *, named: bool) -> None:
    """A line at each distance that has starts, with their names if there are few."""
    names: dict[int, list[str]] = {}
    for place in census.places:
        if place.distance is not None:
            names.setdefault(place.distance, []).append(place.name)
    for distance in names:
        axes.axvline(distance, color=_MARK, linewidth=0.9, linestyle=(0, (3, 2)))
    if named and len(names) <= _MOST_NAMES:
        for distance, here in names.items():
            axes.annotate(
                ", ".join(here), (distance, 1), xycoords=("data", "axes fraction"), xytext=(-3, -4),
                textcoords="offset points", rotation=90, ha="right", va="top", fontsize=8, color=_MARK,
                parse_math=False, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
            )  # fmt: skip


def _account(census: Census) -> str:
    if census.outcome is not Outcome.SOLVED:
        return f"{census.states:,} of {several(census.total, 'state')}, to distance {census.depth}"
    last = several(census.levels[-1].states, "state")
    counted = several(census.states, "state")
    return f"{counted}, mean distance {census.mean:.2f}, largest {census.depth} ({last})"
