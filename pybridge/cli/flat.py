"""Groups of options: a command takes dataclasses, and typer sees their fields as options of the command."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, get_args, get_origin


class Without:
    """In the annotation of a group: options that the command does not have, and which keep their defaults."""

    def __init__(self, *options: str) -> None:
        self.options = options


def flat(command: Callable[..., int]) -> Callable[..., int]:
    """The command as typer takes it: each group of options, a dataclass, is replaced by its fields.

    Their annotations are typer's. A field may be a group itself.
    """
    options: list[Parameter] = []
    takers = {each.name: _taker(each, options) for each in signature(command).parameters.values()}

    def call(**given: Any) -> int:
        return command(**{name: take(given) for name, take in takers.items()})

    call.__doc__ = command.__doc__
    vars(call)["__signature__"] = Signature(options)
    return call


def _taker(parameter: Any, options: list[Parameter]) -> Callable[[Mapping[str, object]], Any]:
    """Add the options of a parameter or of a field; returns what makes its value of the values of all options."""
    name, annotation = parameter.name, getattr(parameter, "type", None) or parameter.annotation
    group, *more = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    if not (isinstance(group, type) and is_dataclass(group)):
        options.append(Parameter(name, Parameter.KEYWORD_ONLY, default=parameter.default, annotation=annotation))
        return lambda given: given[name]
    left_out = {option for each in more if isinstance(each, Without) for option in each.options}
    takers = {each.name: _taker(each, options) for each in fields(group) if each.name not in left_out}
    return lambda given: group(**{name: take(given) for name, take in takers.items()})
