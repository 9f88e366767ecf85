"""`doctor`: check that this machine has what pybridge needs."""

import typer

from pybridge.cli.parameters import Json


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor")(doctor)


def doctor(json: Json = False) -> int:
    """Check that SWI-Prolog is installed and works."""
    from pybridge.diagnosis import diagnose

    findings = list(diagnose())
    if json:
        from pybridge.cli import json_forms

        json_forms.print_json(
            [
                {"subject": each.subject, "detail": each.detail, "error": str(each.error) if each.error else None}
                for each in findings
            ]
        )
    for each in () if json else findings:
        typer.echo(f"{'FAIL' if each.error else 'ok':4}  {each.subject}: {each.error or each.detail}")
    return next((each.error.exit_code for each in findings if each.error), 0)
