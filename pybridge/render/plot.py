"""Plot nodes by heuristic, or a census, with matplotlib, which is imported on use and needs no display."""

from collections.abc import Callable, Sequence
from functools import partial, wraps
from io import BytesIO
from typing import TYPE_CHECKING, Any, ParamSpec
from warnings import catch_warnings, simplefilter

from pybridge.bench.account import Account, excess, least_lengths
from pybridge.bench.boards import Boards
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import several
from pybridge.outcome import Outcome
from pybridge.published import MeasuredSearch
from pybridge.render.picture import DARK, LIGHT
from pybridge.search.census.census import Census

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
P = ParamSpec("P")
_WIDTH = 0.5
"""Width of a heuristic's boards side by side; heuristics are 1 apart."""
_MARKS = "sD^vP*X<>"
_ON_LIGHT = ("#963200", "#2d7d3c", "#8c418c", "#96640a", "#14788c")
_ON_DARK = ("#f2a65e", "#7fcf8e", "#d69bd6", "#e2c04f", "#6fcbd8")
_BLUE, *_COLOURS, _INK = (f"C{number}" for number in range(7))
"""The colors of a theme, by their numbers in it."""
_EXACT, _START = _COLOURS[3], _COLOURS[0]
_BOUNDS = "lower bounds"
_FEW = 100
"""States of the largest level; below this, a log scale has too few powers of ten to be readable."""
_ABOVE = 1.25
"""Height of the axes relative to the highest bar, to leave room for names and a legend."""
_MOST_NAMES, _LONGEST = 6, 28
"""The most distances whose starts are named in the picture, and the most letters there."""
_TITLE_SIZE = 10
"""Size of a title in points."""
_POINTS = 72
"""Points per inch."""
_TITLE_MARGIN = 0.2
"""Inches on each side."""


def themed(draw: Callable[P, bytes]) -> Callable[P, bytes]:
    """A function that draws with the option `dark`, in the colors of that theme."""

    @wraps(draw)
    def drawn(*arguments: P.args, **options: P.kwargs) -> bytes:
        from cycler import cycler
        from matplotlib import rc_context

        colors, cycle = (DARK, _ON_DARK) if options.get("dark") else (LIGHT, _ON_LIGHT)
        inks = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
        settings: dict[Any, Any] = dict.fromkeys(inks, colors.ink) | {
            "figure.facecolor": colors.paper,
            "axes.facecolor": colors.paper,
            "grid.color": colors.seam,
            "axes.prop_cycle": cycler(color=[colors.moved, *cycle, colors.ink]),
        }
        with rc_context(settings):
            return draw(*arguments, **options)

    return drawn


@themed
def nodes_picture(
    boards: Boards, accounts: Sequence[Account], published: Sequence[MeasuredSearch], kind: str, *, dark: bool = False
) -> bytes:
    """Nodes generated with each heuristic on a log scale: each board, their mean, and published figures.

    `kind` is one of FORMATS. The same measurement makes the same picture.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(max(6.4, 2.2 + 1.6 * len(accounts)), 4.8), dpi=150, layout="constrained")
    axes = figure.add_subplot()
    for place, account in enumerate(accounts):
        _draw_boards(axes, place, account)
    _draw_published(axes, accounts, published)
    _finish(axes, accounts)
    _add_title(figure, boards.facts.title, _which(boards))
    return _picture_bytes(figure, kind)


def _draw_boards(axes: "Axes", place: int, account: Account) -> None:
    """One mark per board from left to right, hollow if it was stopped, and a line for the mean."""
    number = account.wanted
    for solved, face in ((True, _BLUE), (False, "none")):
        measured = ((k, each.length, each.generated) for k, each in enumerate(account.boards))
        some = [(k, nodes) for k, length, nodes in measured if nodes is not None and (length is not None) is solved]
        axes.scatter(
            [_across(place, k, number) for k, _ in some],
            [max(1, nodes) for _, nodes in some],
            s=14, facecolors=face, edgecolors=_BLUE, linewidths=0.6, alpha=0.6,
            label=("a board" if solved else "a board, stopped unsolved") if some else None,
        )  # fmt: skip
    if (mean := account.generated) is not None:
        label = "mean" if len(account.solved) == number else "mean of solved boards"
        axes.hlines(max(1, mean), place - 0.36, place + 0.36, color=_INK, linewidth=2, label=label, zorder=3)
        axes.annotate(
            f"{mean:,.0f}", (place + 0.36, max(1, mean)), xytext=(3, 0), textcoords="offset points",
            va="center", fontsize=8, color=_INK,
        )  # fmt: skip


def _across(place: int, k: int, number: int) -> float:
    """The x coordinate of a heuristic's k-th board."""
    return place + _WIDTH * ((k + 0.5) / number - 0.5)


def _draw_published(axes: "Axes", accounts: Sequence[Account], published: Sequence[MeasuredSearch]) -> None:
    """A mark for each published figure that counts generated nodes: a mean at the side, a single board at ours."""
    known = [line for line in published if line.source and line.nodes and line.counted == "generated"]
    heuristics = [account.heuristic for account in accounts]
    starts, number = {board.start: k for k, board in enumerate(accounts[0].boards)}, accounts[0].wanted
    for style, label in enumerate(dict.fromkeys(line.label for line in known)):
        lines = [line for line in known if line.label == label]
        places = [heuristics.index(line.heuristic) for line in lines]
        which = {line.boards for line in lines} - set(starts)
        axes.scatter(
            [
                _across(place, starts[line.boards], number) if line.boards in starts else place - 0.4
                for place, line in zip(places, lines, strict=True)
            ],
            [float(line.nodes or 1) for line in lines],
            s=36, marker=_MARKS[style % len(_MARKS)], color=_COLOURS[style % len(_COLOURS)], zorder=4,
            label=", ".join([label, *sorted(which)]),
        )  # fmt: skip


def _which(boards: Boards) -> str:
    return several(len(boards.starts), "board") + ("" if boards.seed is None else f", random, seed {boards.seed}")


def _finish(axes: "Axes", accounts: Sequence[Account]) -> None:
    """Set the scales, and a legend that lists each label once."""
    axes.set_yscale("log")
    axes.set_ylabel("nodes generated")
    axes.set_xticks(range(len(accounts)), [account.name for account in accounts])
    axes.set_xlim(-0.6, len(accounts) - 0.2)
    axes.grid(axis="y", which="major", linewidth=0.4, alpha=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    handles, labels = axes.get_legend_handles_labels()
    once = dict(zip(labels, handles, strict=True))
    axes.legend(once.values(), once.keys(), fontsize=8, frameon=False, loc="best")


@themed
def excess_picture(boards: Boards, accounts: Sequence[Account], kind: str, *, dark: bool = False) -> bytes:
    """Mean nodes expanded on a log scale against the mean excess: a point for each account, networks joined by program.

    `kind` is one of FORMATS. The same measurement makes the same picture.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.8), dpi=150, layout="constrained")
    axes, lengths = figure.add_subplot(), least_lengths(boards, accounts)
    curves: dict[str, list[tuple[float, float, str]]] = {_BOUNDS: []}
    for account in accounts:
        if over := excess(account, lengths):
            curve = f"network, {account.program}" if account.longer else _BOUNDS
            point = over.mean, max(1, account.expanded or 0), account.heuristic if account.longer else account.name
            curves.setdefault(curve, []).append(point)
    for style, (curve, points) in enumerate(curves.items()):
        if points:
            _draw_curve(axes, sorted(points), curve, style)
    axes.margins(x=0.15)
    axes.set_xlabel(f"mean moves over {'the shortest' if lengths.exact else 'the least length of this run'}")
    axes.set(yscale="log", ylabel="mean nodes expanded")
    axes.grid(which="major", linewidth=0.4, alpha=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=8, frameon=False, loc="best")
    _add_title(figure, boards.facts.title, _which(boards))
    return _picture_bytes(figure, kind)


def _draw_curve(axes: "Axes", points: Sequence[tuple[float, float, str]], curve: str, style: int) -> None:
    """Points with the names of their heuristics, on another side for each curve."""
    colour, line = (_BLUE, *_COLOURS)[style], "" if curve == _BOUNDS else "-"
    axes.plot(
        [x for x, _, _ in points], [y for _, y, _ in points], f"{_MARKS[style]}{line}", color=colour, label=curve,
        markersize=5,
    )  # fmt: skip
    side = -1 if style % 2 == 0 else 1
    for x, y, heuristic in points:
        axes.annotate(
            heuristic, (x, y), xytext=(6 * side, 5 * side), textcoords="offset points", fontsize=7, color=colour,
            ha="left" if side > 0 else "right", va="bottom" if side > 0 else "top", parse_math=False,
        )  # fmt: skip


@themed
def census_picture(facts: PuzzleFacts, census: Census, kind: str, *, dark: bool = False) -> bytes:
    """The states at each distance: at the top in proportion, below on a log scale that also shows the farthest.

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
    whence = f"start {census.origin.name}" if census.origin else "nearest goal"
    log.set_xlabel(f"distance from the {whence}, in moves", parse_math=False)
    _scale(linear, log, max(level.states for level in census.levels))
    _add_title(figure, facts.title, _counted(census))
    if any(level.exact for level in census.levels):
        linear.legend(fontsize=8, frameon=False, loc="upper left")
    return _picture_bytes(figure, kind)


def _scale(linear: "Axes", log: "Axes", most: int) -> None:
    """Put ticks at whole numbers of states and moves, and at powers of ten if there are many states."""
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
    """Bars of all levels, in front of them those of states whose lower bound is exact: two shapes for any number."""
    edges = [level.distance + side for level in census.levels for side in (-0.4, 0.4)]
    heights = [height for level in census.levels for height in (level.states, 0)]
    axes.stairs(heights[:-1], edges, fill=True, color=_BLUE, alpha=0.75)
    exact = [height for level in census.levels for height in (level.exact or 0, 0)]
    if any(exact):
        axes.stairs(exact[:-1], edges, fill=True, color=_EXACT, label="the lower bound is exact")


def _draw_starts(axes: "Axes", census: Census, *, named: bool) -> None:
    """A line at each distance that has starts, with their names if they are few and fit beside it."""
    names: dict[int, list[str]] = {}
    for place in census.places:
        if place.distance is not None:
            names.setdefault(place.distance, []).append(place.name)
    for distance in names:
        axes.axvline(distance, color=_START, linewidth=0.9, linestyle=(0, (3, 2)))
    if named and len(names) <= _MOST_NAMES:
        for distance, here in names.items():
            fits = len(here) == 1 or sum(map(len, here)) <= _LONGEST
            axes.annotate(
                ", ".join(here) if fits else f"{here[0]} and {len(here) - 1} more", (distance, 1),
                xycoords=("data", "axes fraction"), xytext=(-3, -4), textcoords="offset points", rotation=90,
                ha="right", va="top", fontsize=8, color=_START, parse_math=False,
                bbox={"facecolor": axes.get_facecolor(), "edgecolor": "none", "pad": 0.6},
            )  # fmt: skip


def _counted(census: Census) -> str:
    if census.outcome is not Outcome.SOLVED:
        of = "" if census.total is None else f" of {census.total:,}"
        return f"{census.states:,}{of} states, to distance {census.depth}"
    last = several(census.levels[-1].states, "state")
    return f"{several(census.states, 'state')}, mean distance {census.mean:.2f}, largest {census.depth} ({last})"


def _picture_bytes(figure: "Figure", kind: str) -> bytes:
    """A figure as a reproducible file in one of FORMATS; text in an SVG stays text."""
    from matplotlib import rc_context

    file = BytesIO()
    dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    with rc_context({"svg.hashsalt": "pybridge", "svg.fonttype": "none"}), catch_warnings():
        simplefilter("ignore", UserWarning)  # a title may have characters that the font lacks
        figure.savefig(file, format=kind, metadata=dated[kind])
    return file.getvalue()


def _add_title(figure: "Figure", puzzle: str, account: str) -> None:
    """Write a puzzle's title and a summary above the picture, wrapped, and not parsed as formulas."""
    room = _POINTS * (float(figure.get_figwidth()) - 2 * _TITLE_MARGIN)
    with catch_warnings():
        simplefilter("ignore", UserWarning)  # a title may have characters that the font lacks
        width, whole = _measure(), f"{puzzle}: {account}"
        parts = [whole] if width(whole) <= room else [f"{puzzle}:", account]
        lines = [line for part in parts for line in title_lines(part, room, width)]
    figure.suptitle("\n".join(lines), fontsize=_TITLE_SIZE, parse_math=False)


def title_lines(text: str, room: float, width: Callable[[str], float]) -> list[str]:
    """The text wrapped to this width, between words if possible."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if width(longer) <= room:
            lines[-1] = longer
            continue
        lines += [""] if lines[-1] else []
        for sign in word:
            lines += [""] if lines[-1] and width(lines[-1] + sign) > room else []
            lines[-1] += sign
    return lines


def _measure() -> Callable[[str], float]:
    """A function that returns the width of a title in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextToPath

    measured = partial(TextToPath().get_text_width_height_descent, prop=FontProperties(size=_TITLE_SIZE), ismath=False)
    return lambda text: float(measured(text)[0])
