"""Permutation puzzles for planners: one action, a turn, which takes the piece on each point to another point."""

from collections.abc import Sequence

from pybridge.facts import State, TurnsFacts
from pybridge.facts.cycles import moves, notation
from pybridge.facts.wording import visible
from pybridge.puzzles import Move
from pybridge.puzzles.turns import TurnMove
from pybridge.witnesses.model import Action, Atom, DomainRules, Effect, Group, Model
from pybridge.witnesses.names import mangled, unmangled
from pybridge.witnesses.rows import Witnessed

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


def typed(facts: TurnsFacts, state: State, word: str) -> Move:
    """A move as cubers write it. Raises ValueError."""
    by, wrong = notation(facts).permutation(word)
    if wrong:
        raise ValueError(wrong)
    for turn in moves(facts):
        if turn.sources == by:
            return TurnMove(turn.name)
    raise ValueError(f"{visible(word)} is not a single move of {facts.name}")


WITNESSED = Witnessed(RULES, model, move, typed, "blind")
