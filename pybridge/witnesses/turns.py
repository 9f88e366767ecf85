"""Permutation puzzles for planners: one action, a turn, which takes the piece on each point to another point."""

from collections.abc import Sequence

from pybridge.facts import State, TurnsFacts
from pybridge.facts.cycles import Sources, inverse, moved, moves, notation
from pybridge.facts.wording import visible
from pybridge.puzzles import Move
from pybridge.puzzles.turns import TurnMove
from pybridge.witnesses.model import Action, Atom, DomainRules, Effect, Group, Model
from pybridge.witnesses.names import mangled, unmangled
from pybridge.witnesses.rows import WORDS, Reader, Witnessed

_COMMENT = "//"
RULES = DomainRules(
    "permutation",
    {"move": "object", "piece": "object", "point": "object"},
    {
        "at": (("piece", "piece"), ("point", "point")),
        "goes": (("move", "move"), ("from", "point"), ("to", "point")),
    },
    (
        Action(
            "turn",
            (("move", "move"),),
            changes=(
                Effect(
                    (("piece", "piece"), ("from", "point"), ("to", "point")),
                    when=("goes", "?move", "?from", "?to"),
                    before=("at", "?piece", "?from"),
                    after=("at", "?piece", "?to"),
                ),
            ),
        ),
    ),
    (
        Group((("point", "point"),), (("at", "?piece", "?point"),)),
        Group((("piece", "piece"),), (("at", "?piece", "?point"),)),
    ),
)


def model(facts: TurnsFacts, start: State) -> Model:
    """A start of a permutation puzzle."""
    turns = moves(facts)
    goes = tuple(
        ("goes", mangled("m", turn.name), f"p{source + 1}", f"p{place + 1}")
        for turn in turns
        for place, source in enumerate(turn.sources)
        if place != source
    )
    return Model(
        mangled("puzzle", facts.name),
        RULES,
        {
            "move": tuple(mangled("m", turn.name) for turn in turns),
            "piece": tuple(f"k{piece}" for piece in sorted(set(start))),
            "point": tuple(f"p{point}" for point in range(1, facts.points + 1)),
        },
        _lying(start) + goes,
        tuple(map(_lying, facts.goals)),
    )


def _lying(state: State) -> tuple[Atom, ...]:
    return tuple(("at", f"k{piece}", f"p{point}") for point, piece in enumerate(state, 1))


def move(facts: TurnsFacts, action: str, objects: Sequence[str]) -> Move:
    """The move of an action. Raises ValueError."""
    (turn,) = objects
    return TurnMove(unmangled("m", turn))


def reader(facts: TurnsFacts) -> Reader:
    """Reads moves as cubers write them, with wide moves, slices, rotations and comments behind `//`."""
    read, turns = notation(facts).reader(), {turn.sources: TurnMove(turn.name) for turn in moves(facts)}
    still = tuple(range(facts.points))

    def named(by: Sources) -> list[Move]:
        """One move or two, as a slice is; none for another permutation, and where nothing has moved."""
        if by == still or by in turns:
            return [turns[by]] if by in turns else []
        pairs = ([move, turns.get(moved(inverse(first), by))] for first, move in turns.items())
        return next((pair for pair in pairs if pair[1]), [])

    def typed(state: State, word: str) -> list[Move]:
        if word.startswith(_COMMENT):
            return []
        found = [(named(by), by) for by in read(word)]
        if not all(each or by == still for each, by in found):
            raise ValueError(f"{visible(word)} is neither a move of {facts.name} nor two")
        return [move for each, _ in found for move in each]

    return typed


WITNESSED = Witnessed(RULES, model, move, reader, "blind", words=lambda facts: rf"{_COMMENT}.*|{WORDS}")
