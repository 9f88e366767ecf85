"""Why no goal can be reached, as a sentence."""


class Reason(str):
    """A sentence in which tiles are called as the board shows them.

    In `numbered` they are called by their numbers, for where glyphs cannot be written. `names_cells` tells whether it
    speaks of some cells of a board, by their numbers.
    """

    numbered: str
    names_cells: bool

    def __new__(cls, shown: str, numbered: str | None = None, *, names_cells: bool = False) -> "Reason":
        reason = super().__new__(cls, shown)
        reason.numbered = shown if numbered is None else numbered
        reason.names_cells = names_cells
        return reason

    def after(self, before: str) -> "Reason":
        """The sentence with words before it."""
        return Reason(before + self, before + self.numbered, names_cells=self.names_cells)
