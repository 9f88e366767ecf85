"""Self-contained HTML pages: boards to step through and to play, and the search, agreement and census behind them."""

from pybridge.render.page.data import Page as Page
from pybridge.render.page.document import document as document
from pybridge.render.page.live import Live as Live
from pybridge.render.page.pages import bench_page as bench_page
from pybridge.render.page.pages import census_page as census_page
from pybridge.render.page.pages import comparison_page as comparison_page
from pybridge.render.page.pages import puzzles_page as puzzles_page
from pybridge.render.page.pages import search_page as search_page
from pybridge.render.page.pages import tree_page as tree_page

__all__ = [
    "Live",
    "Page",
    "bench_page",
    "census_page",
    "comparison_page",
    "document",
    "puzzles_page",
    "search_page",
    "tree_page",
]
