"""The questions of `new` for a permutation puzzle: its rings, faces or cycles, and its start."""

from collections.abc import Sequence
from dataclasses import replace

from pybridge.cli import dialogue
from pybridge.cli.board_options import RANDOM, BoardOptions, turned, with_chosen_start
from pybridge.errors import ArgumentError, FactFileError, UnknownStartError
from pybridge.facts import TurnsFacts

_WELCOME = """Draw rings that cross: at each place the letters of its rings. Or unfold a box: each face a rectangle of \
its letter. Or number the points, and add a line for each move: its name, a colon, and the points in a circle."""
EXAMPLES = {
    "rings": "      T\n  TL    TR\n     LR\n  TR    TL\nL    LR     R",
    "faces": "    U U\n    U U\nL L F F R R B B\nL L F F R R B B\n    D D\n    D D",
    "cycles": "1 2 3\n4 5 6\nA: 1 2 5 4\nB: 2 3 6 5\nred = 1 4",
}
"""Examples of drawings by what they show."""


def puzzle(size: Sequence[str] | None, options: BoardOptions) -> TurnsFacts:
    """The puzzle of --turns or from the user, with the start of the options or from the user. Raises FactFileError."""
    if options.turns is None:
        return _asked(options)
    facts = turned(size, options.turns, options)
    _show(facts)
    return _started(facts, options)


def _asked(options: BoardOptions) -> TurnsFacts:
    """The puzzle that the user types, once it has no faults and the user confirms it, and its start."""
    from pybridge.render.console import stdout_console
    from pybridge.render.layout import Examples

    if not options.is_plain:
        raise ArgumentError("a permutation puzzle has no board: leave out --start-drawing, --wrap, --hex and --blank")
    dialogue.say("", _WELCOME, "")
    stdout_console().print(Examples(EXAMPLES))
    dialogue.say("")
    while True:
        text = "\n".join(dialogue.rows())
        try:
            facts = options.turned(text, "drawing")
        except FactFileError as error:
            dialogue.tell(error, text)
            dialogue.say("Draw it again, or press Ctrl-C to quit.", "")
            continue
        _show(facts)
        if dialogue.agreed("Is this the puzzle?", default=True):
            return _started(facts, options)
        dialogue.say("Then draw it again, or press Ctrl-C to quit.", "")


def _show(facts: TurnsFacts) -> None:
    from pybridge.boards.turn_drawing import shown_moves

    dialogue.draw(facts, facts.goals[0])
    dialogue.say(shown_moves(facts))


def _started(facts: TurnsFacts, options: BoardOptions) -> TurnsFacts:
    """The facts with the start of the options or from the user; with their random one if there is neither."""
    from pybridge.boards.turn_drawing import START_MOVES
    from pybridge.facts.given_state import example, given_state

    if options.start is not None:
        return with_chosen_start(facts, options.start)
    if options.seed:
        return facts
    moves = example(facts).strip('"')
    dialogue.say(
        "",
        f"Now the start: moves from here, e.g. {moves}; {RANDOM} stands for {START_MOVES} random moves, and on a small "
        f"puzzle {dialogue.HARDEST} for a start that is as far from here as any.",
        "",
    )
    while (answer := dialogue.text("Start", RANDOM)) != RANDOM:
        try:
            if answer == dialogue.HARDEST:
                facts = with_chosen_start(facts, answer)
            else:
                facts = replace(facts, starts=(("typed", given_state(facts, answer)),))
        except UnknownStartError as error:
            dialogue.say(f"{error}; {RANDOM} makes a random start.", "")
            continue
        break
    dialogue.draw(facts, facts.starts[0][1])
    return facts
