"""The facts of a puzzle of rules: its text, which Prolog runs, and the form that Python searches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, TypeVarTuple

from pybridge.errors import Fault
from pybridge.facts.model import PuzzleFacts
from pybridge.facts.reader import read_text
from pybridge.rules.compiled import ACTIONS, Compiled, Listed, RulesForm, Values

if TYPE_CHECKING:
    from pybridge.rules.session import Session

Asked = TypeVarTuple("Asked")
Found = TypeVar("Found")


@dataclass(frozen=True, kw_only=True, repr=False)
class RulesFacts(PuzzleFacts):
    """A puzzle stated as rules. A state is a tuple of numbers, which `form` turns into the text of a Prolog term.

    `text` is that of the file. `cells[cell]` is the (row, column) of a part of the board, `glyphs` and `colours` map
    the text of a value to what draws it. `bounded` and `drawn`: the rules have bound/2, and picture/2. `goalless`: what
    is wrong with goal/1 if no state can be a goal.
    """

    domain: ClassVar[str] = "rules"

    starts: tuple[tuple[str, Values], ...]
    goals: tuple[Values, ...] = ()
    text: str
    form: RulesForm = field(compare=False)
    cells: Mapping[int, tuple[int, int]] = field(default_factory=dict, hash=False)
    glyphs: Mapping[str, str] = field(default_factory=dict, hash=False)
    colours: Mapping[str, str] = field(default_factory=dict, hash=False)
    bounded: bool = False
    drawn: bool = False
    goalless: Fault | None = None

    @property
    def session(self) -> "Session":
        """Prolog with the rules loaded. Raises PrologMissingError, PrologError."""
        from pybridge.rules.session import session

        return session(self.text, self.path)

    @property
    def template(self) -> str:
        """The form of states as it is given to Prolog."""
        return self.form.template

    @property
    def task(self) -> Compiled | None:
        """The compiled task; None where a state is one value."""
        return self.form if isinstance(self.form, Compiled) else None

    def has_numbers(self, entries: Sequence[object]) -> bool:
        """Whether these are the numbers of a state, as results have it."""
        sizes = self.task.sizes if self.task else ()
        return len(entries) == len(sizes) and all(
            isinstance(entry, int) and 0 <= entry < size for entry, size in zip(entries, sizes, strict=True)
        )

    def once(self, find: Callable[["RulesFacts", *Asked], Found], *about: *Asked) -> Found:
        """What `find` returns for these facts and for `about`, which must be hashable; it is called only once."""
        if (find, about) not in self._found:
            self._found[find, about] = find(self, *about)
        found: Found = self._found[find, about]
        return found

    @cached_property
    def _found(self) -> dict[tuple[Callable[..., Any], tuple[Any, ...]], Any]:
        return {}

    @cached_property
    def pictures(self) -> dict[Values, str]:
        """What picture/2 has drawn so far."""
        return {}

    @property
    def holds_actions(self) -> bool:
        """Whether a state is a list of what holds."""
        return self.template == ACTIONS

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process reads the rules itself if it has to ask Prolog, and has the task at once."""
        if isinstance(self.form, Listed):
            return read_text, (self.text, self.path)
        return partial(RulesFacts, **{each.name: getattr(self, each.name) for each in fields(self)}), ()
