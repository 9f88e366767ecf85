"""A state of a permutation puzzle typed as colors: a letter per facelet, in the order of `facelets/1`.

The letter of a face that never moves stands for the color of that face. Otherwise letters are initials of colors, or of
faces. A piece is known by the colors on its place.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pybridge.facts.cycles import MOST_GLUED
from pybridge.facts.model import State, TurnsFacts
from pybridge.facts.places import Places, places
from pybridge.facts.wording import listed, visible

_SHORTEST_PART = 3
"""Letters of the parts into which facelets may be split; shorter words are moves."""


def are_facelets(facts: TurnsFacts, text: str) -> bool:
    """Whether a text is meant as facelets: letters alone, about as many as there are facelets or too many for moves."""
    words, wanted = text.split(), len(facts.facelets)
    letters = "".join(words)
    if not wanted or not letters.isalpha() or any(len(word) < _SHORTEST_PART for word in words):
        return False
    return wanted <= 2 * len(letters) <= 4 * wanted or any(len(word) >= MOST_GLUED for word in words)


def are_pieces(text: str) -> bool:
    """Whether a text names the edges and corners of a cube by their faces, as Mike Reid's programs do."""
    words = text.split()
    return all(word.isalpha() for word in words) and [len(word) for word in words] == [2] * 12 + [3] * 8


def from_facelets(facts: TurnsFacts, text: str) -> tuple[State, str | None]:
    """The state with these facelets, or what is wrong."""
    letters = "".join(text.split()).upper()
    if len(letters) != len(facts.facelets):
        lengths = f"it has {len(letters)} letters; the puzzle has {len(facts.facelets)} facelets"
        return (), f"{lengths}, and moves are separated by spaces"
    meaning, wrong = _meaning(facts, letters)
    if wrong or (wrong := _miscounted(facts, letters, meaning)):
        return (), wrong
    shown = {
        point - 1: meaning[letter]
        for letter, point in zip(letters, facts.facelets, strict=True)
        if isinstance(point, int)
    }
    return _Pieces(facts, shown).state()


def _meaning(facts: TurnsFacts, letters: str) -> tuple[dict[str, str], str | None]:
    """The color that each letter stands for."""
    faces = {face: colour for face in facts.facelets if isinstance(face, str) and (colour := _colour_of(facts, face))}
    centers = [(letter, face) for letter, face in zip(letters, facts.facelets, strict=True) if face in faces]
    known = {letter: faces[face] for letter, face in centers if isinstance(face, str)}
    if len(known) < len(centers):
        twice = [face for letter, face in centers if sum(each == letter for each, _ in centers) > 1]
        return {}, f"the faces {listed(twice)} have the same letter in the center; each face has its own"
    if len(set(known.values())) < len(set(facts.colours.values())):
        known = _by_initials(facts, letters)
    unknown = next((letter for letter in letters if letter not in known), None)
    if unknown:
        return {}, f"{visible(unknown)} is not one of the letters {listed(known)}"
    return known, None


def _colour_of(facts: TurnsFacts, face: str) -> str | None:
    """The color of a face in the goal; None if it has several."""
    points = [point for point, (each, _, _) in facts.facets.items() if each == face]
    colours = {facts.colours[facts.goals[0][point - 1]] for point in points}
    return colours.pop() if len(colours) == 1 else None


def _by_initials(facts: TurnsFacts, letters: str) -> dict[str, str]:
    """Initials of colors, or of faces if those explain more letters."""
    colours = sorted(set(facts.colours.values()))
    faces = sorted({face for face, _, _ in facts.facets.values()})
    by_colour = {colour[:1].upper(): colour for colour in colours}
    by_face = {face[:1].upper(): colour for face in faces if (colour := _colour_of(facts, face))}
    ways = [way for way, many in ((by_colour, len(colours)), (by_face, len(faces))) if len(way) == many]
    return max(ways, key=lambda way: sum(letter in way for letter in letters), default={})


def _miscounted(facts: TurnsFacts, letters: str, meaning: Mapping[str, str]) -> str | None:
    """What is wrong with the numbers of the letters."""
    goal = [
        _colour_of(facts, each) if isinstance(each, str) else facts.colours[facts.goals[0][each - 1]]
        for each in facts.facelets
    ]
    wanted = Counter(goal)
    found = Counter(letter for letter, colour in zip(letters, goal, strict=True) if colour)
    wrong = [(letter, wanted[colour]) for letter, colour in meaning.items() if found[letter] != wanted[colour]]
    if not wrong:
        return None
    return "; ".join(f"{letter} occurs {found[letter]} times, not {number}" for letter, number in wrong[:2])


class _Pieces:
    """Finds the piece on each place by its colors."""

    def __init__(self, facts: TurnsFacts, shown: Mapping[int, str]) -> None:
        self._facts, self._shown = facts, shown
        self._goal = facts.goals[0]

    def state(self) -> tuple[State, str | None]:
        """The state, or what is wrong."""
        found = list(self._goal)
        kinds = places(self._facts)
        moving = {point for kind in kinds for place in kind.places for point in place}
        for point, colour in self._shown.items():
            fixed = self._facts.colours[self._goal[point]]
            if point not in moving and fixed != colour:
                says = f"no move changes facelet {self._facelet(point)}, which is {fixed}, and it is {colour} here"
                return (), f"{says}; hold the puzzle so that it is {fixed}"
        for kind in kinds:
            for place in kind.places:
                numbers, wrong = self._piece(kind, [self._shown[point] for point in place])
                if wrong:
                    where = f"facelet{'s' * (len(place) > 1)} {listed(self._facelet(point) for point in place)}"
                    return (), f"{wrong} on {where}"
                for point, number in zip(place, numbers, strict=True):
                    found[point] = number
            if twice := self._twice(kind, found):
                return (), twice
        return tuple(found), None

    def _piece(self, kind: Places, colours: Sequence[str]) -> tuple[Sequence[int], str | None]:
        """The numbers on a place with these colors, in its order. A mirrored piece is found too."""
        name = "-".join(colours)
        alike = {numbers for numbers in self._turned(kind) if self._colours(numbers) == list(colours)}
        if len(alike) > 1:
            return (), f"the colors do not distinguish the pieces {name}, such as the one"
        if alike:
            return alike.pop(), None
        for numbers in self._turned(kind):
            here = dict(zip(self._colours(numbers), numbers, strict=True))
            if len(here) == len(colours) and here.keys() == set(colours):
                return [here[colour] for colour in colours], None
        return (), f"no piece is {name}, as"

    def _turned(self, kind: Places) -> Iterator[tuple[int, ...]]:
        """The numbers of each piece of a kind, in each order that it may have on a place."""
        for place in kind.places:
            for turn in kind.turns:
                yield tuple(self._goal[place[number]] for number in turn)

    def _twice(self, kind: Places, found: Sequence[int]) -> str | None:
        """A piece that is on too many places."""
        wanted, here = (
            Counter(tuple(sorted(state[point] for point in place)) for place in kind.places)
            for state in (self._goal, found)
        )
        if wanted == here:
            return None
        more, fewer = ("-".join(self._colours(next(iter(rest)))) for rest in (here - wanted, wanted - here))
        return f"the piece {more} is there twice, and {fewer} is missing"

    def _colours(self, numbers: Sequence[int]) -> list[str]:
        return [self._facts.colours[number] for number in numbers]

    def _facelet(self, point: int) -> int:
        return self._facts.facelets.index(point + 1) + 1
