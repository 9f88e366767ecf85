"""Self-contained HTML pages: boards to step through and to play, and the search, agreement and census behind them."""

from pybridge.render.page.data import Page
from pybridge.render.page.document import document
from pybridge.render.page.live import Live
from pybridge.render.page.pages import bench_page, census_page, comparison_page, puzzles_page, search_page, tree_page

__all__ = [
    "Live", "Page", "bench_page", "census_page", "comparison_page", "document", "puzzles_page", "search_page",
    "tree_page",
]  # fmt: skip
