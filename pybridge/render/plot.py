"""A picture of nodes against heuristics, by matplotlib, which is imported when one is drawn and needs no display."""

import shlex
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from pybridge.bench import Account, Beside, Boards
from pybridge.errors import OutputError
from pybridge.render.plot_title import add_title
from pybridge.render.words import several

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
_WIDTH = 0.5
"""Of a heuristic's boards, side by side; heuristics are 1 apart."""
_MARKS = "sD^vP*X<>"
_INK, PAPER_BLUE = "#282c34", "#2d5aaa"
_COLOURS = ("#963200", "#2d7d3c", "#8c418c", "#96640a", "#14788c")


def require_plotting(path: Path) -> None:
    """Raise OutputError if no picture can be drawn for a file of this name."""
    if path.suffix.lower().removeprefix(".") not in FORMATS:
        raise OutputError(f"{path}: a picture is called *.svg, *.png or *.pdf")
    if find_spec("matplotlib") is None:
        install = shlex.join([sys.executable, "-m", "pip", "install", "matplotlib"])
        raise OutputError(f"{path} needs matplotlib to be drawn: {install}")


def nodes_picture(boards: Boards, accounts: Sequence[Account], published: Sequence[Beside], kind: str) -> bytes:
    """Nodes generated with each heuristic on a log scale: each board, their mean, and what was published.

    `kind` is one of FORMATS. The same measurement makes the same picture.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(max(6.4, 2.2 + 1.6 * len(accounts)), 4.8), dpi=150, layout="constrained")
    axes = figure.add_subplot()
    for place, account in enumerate(accounts):
        _draw_boards(axes, place, account)
    _draw_published(axes, accounts, published)
    _finish(axes, accounts)
    add_title(figure, boards.facts.title, _which(boards))
    return picture_bytes(figure, kind)


def picture_bytes(figure: "Figure", kind: str) -> bytes:
    """A figure as a file of one of FORMATS, the same one each time it is drawn; texts of an SVG stay texts."""
    from matplotlib import rc_context

    file = BytesIO()
    dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    with rc_context({"svg.hashsalt": "pybridge", "svg.fonttype": "none"}), catch_warnings():
        simplefilter("ignore", UserWarning)  # a title may have characters that the font lacks
        figure.savefig(file, format=kind, metadata=dated[kind])
    return file.getvalue()


def _draw_boards(axes: "Axes", place: int, account: Account) -> None:
    """One mark a board from left to right in their order, hollow where it was stopped, and a line for the mean."""
    number = account.wanted
    for solved, face in ((True, PAPER_BLUE), (False, "none")):
        some = [(k, each) for k, each in enumerate(account.boards) if (each.length is not None) is solved]
        axes.scatter(
            [_across(place, k, number) for k, _ in some],
            [max(1, each.generated) for _, each in some],
            s=14, facecolors=face, edgecolors=PAPER_BLUE, linewidths=0.6, alpha=0.6,
            label=("a board" if solved else "a board, stopped unsolved") if some else None,
        )  # fmt: skip
    mean = account.generated
    if mean is not None:
        label = "mean" if len(account.solved) == number else "mean of those solved"
        axes.hlines(max(1, mean), place - 0.36, place + 0.36, color=_INK, linewidth=2, label=label, zorder=3)
        axes.annotate(
            f"{mean:,.0f}", (place + 0.36, max(1, mean)), xytext=(3, 0), textcoords="offset points",
            va="center", fontsize=8, color=_INK,
        )  # fmt: skip


def _across(place: int, k: int, number: int) -> float:
    """Where the k-th board of a heuristic is drawn."""
    return place + _WIDTH * ((k + 0.5) / number - 0.5)


def _draw_published(axes: "Axes", accounts: Sequence[Account], published: Sequence[Beside]) -> None:
    """A mark for each published figure that counts nodes as we do: a mean at the side, a board's at our board."""
    known = [line for line in published if line.source and line.nodes and line.counted == "generated"]
    heuristics = [account.heuristic for account in accounts]
    starts = {board.start: k for k, board in enumerate(accounts[0].boards)}
    number = accounts[0].wanted
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
    """Scales, and a legend that says each thing once."""
    axes.set_yscale("log")
    axes.set_ylabel("nodes generated")
    axes.set_xticks(range(len(accounts)), [account.heuristic for account in accounts])
    axes.set_xlim(-0.6, len(accounts) - 0.2)
    axes.grid(axis="y", which="major", linewidth=0.4, alpha=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    handles, labels = axes.get_legend_handles_labels()
    once = dict(zip(labels, handles, strict=True))
    axes.legend(once.values(), once.keys(), fontsize=8, frameon=False, loc="best")
