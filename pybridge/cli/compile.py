"""`compile`: translate a puzzle's facts into a Prolog program."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pybridge.cli.facts import destination
from pybridge.cli.files import Force, print_file, write_new
from pybridge.cli.hints import argument, examples
from pybridge.cli.options import PuzzleName, SearchOptions, Without, names_in, option, program_option, puzzle
from pybridge.errors import ArgumentError, UnavailableProgramError

EXAMPLES = examples("""
pybridge compile seven
pybridge compile seven --out seven_compiled.pl
pybridge compile fifteen --heuristic takahashi --out it.pl
""")
Programs = Annotated[str | None, program_option("ids,ids_low,ida_star")]
Out = Annotated[Path | None, option("--out", "FILE", "Output file (default: standard output).")]


def compile(
    name: PuzzleName,
    program: Programs = None,
    *,
    search: Annotated[SearchOptions, Without("weight", "batch", "jobs")],
    out: Out = None,
    force: Force = False,
) -> int:
    """Write a Prolog program for one board.

    By default its programs are ids and ids_low; for permutation puzzles, and with --heuristic or --pruning, ida_star.
    H is manhattan, inversion, walking, takahashi or pdb. Both are for boards; permutation puzzles need neither.
    """
    from pybridge.api.solving import task_of
    from pybridge.engines.goal import compiled_text, fastest, unsolvable_starts

    facts = puzzle(name)
    programs = _programs(names_in(program), facts.domain, informed=bool(search.heuristic or search.pruning))
    out = destination(out, force=force)
    task = task_of(facts, "", facts.starts[0][1], program="ida_star", **asdict(search))
    unsolvable = unsolvable_starts(facts)
    text = compiled_text(facts, programs, task, unsolvable)
    if out is None:
        print_file(text)
    else:
        write_new(out, text, force=force)
        print(f"{out} written; try: swipl -g {fastest(programs)} -t halt {argument(out)}")
    for start, reason in unsolvable.items():
        typer.echo(f"pybridge: the start {start} cannot reach a goal: {reason}", err=True)
    return 0


def _programs(asked: list[str] | None, domain: str, *, informed: bool) -> list[str]:
    """The requested programs, or those that the domain has. Only ida_star takes a heuristic or a pruning."""
    from pybridge.engines.goal import ENGINE
    from pybridge.engines.registry import programs as programs_of
    from pybridge.engines.rows import DOMAINS

    available = programs_of(ENGINE, domain)
    if not available:
        others = [each for each in DOMAINS if programs_of(ENGINE, each)]
        raise UnavailableProgramError(f"compile has no program for {domain}, only for {', '.join(others)}")
    uninformed = [each for each in available if each != "ida_star"]
    programs = asked or ([] if informed else uninformed) or ["ida_star"]
    if informed and "ida_star" not in programs:
        raise ArgumentError("--heuristic and --pruning require ida_star; add it to --program")
    return programs
