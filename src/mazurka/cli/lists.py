"""`reducers`, `models` and `model`: what there is, and an instance of a family."""

import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from mazurka.cli.options import Json, Quiet
from mazurka.cli.outcome import Outcome, Show
from mazurka.cli.outputs import check_room
from mazurka.errors import OptionError

NATURAL_SUFFIX = {"client-server": ".cs.json", "petri-net": ".pnml", "entity": ".es.json", "lts": ".aut"}

FamilyName = Annotated[str, typer.Argument(metavar="FAMILY", help="See mazurka models.", show_default=False)]
Values = Annotated[
    list[str] | None, typer.Argument(metavar="KEY=VALUE", help="Parameters.", show_default=False)
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="By default the model goes to standard output."),
]

Formula = Annotated[
    Path | None,
    typer.Option("--formula", metavar="FILE.cnf", help="For hlpw-figure6 and -7: this formula, in DIMACS."),
]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(reducers)
    app.command()(models)
    app.command()(model)


def reducers(json: Json = False, quiet: Quiet = False) -> Outcome:
    """List the reducers: what each preserves, under which conditions, its source."""
    from mazurka import registry
    from mazurka.report.tables import reducer_list

    show = Show.of(json, quiet)
    rows = [_reducer_row(r) for r in registry.reducers().values()]
    return Outcome(show, rows, reducer_list(rows) if show is Show.TEXT else ())


def _reducer_row(r: Any) -> dict[str, Any]:
    return {
        "name": r.name,
        "formalisms": list(r.formalisms),
        "promises": list(r.promises),
        "promises_if_acyclic": list(r.promises_if_acyclic),
        "promises_with": [
            {
                "options": {name: list(values) for name, values in w.options.items()},
                "promises": list(w.promises),
                "formalisms": list(w.formalisms),
            }
            for w in r.promises_with
        ],
        "preconditions": list(r.preconditions),
        "sound_as_printed": r.sound_as_printed,
        "source": r.source,
        "options": {
            name: {"default": o.default, "kind": o.kind, "choices": list(o.choices), "help": o.help}
            for name, o in r.options.items()
        },
        "line": r.line,
        "note": r.note,
    }


def models(json: Json = False, quiet: Quiet = False) -> Outcome:
    """List the families of models: their parameters and sources."""
    from mazurka.models import families
    from mazurka.report.tables import model_list

    show = Show.of(json, quiet)
    rows = [
        {
            "name": f.name,
            "parameters": {
                p.name: {"default": p.default, "minimum": p.minimum, "maximum": p.maximum, "help": p.help}
                for p in f.parameters
            },
            "source": f.source,
            "formalism": f.formalism,
            "summary": f.summary,
        }
        for f in families().values()
    ]
    return Outcome(show, rows, model_list(rows) if show is Show.TEXT else ())


def model(
    family: FamilyName,
    values: Values = None,
    formula: Formula = None,
    output: Output = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Write an instance of a family, in the format that the suffix of FILE names."""
    from mazurka.formats import write_model
    from mazurka.models import build

    check_room(output, formula)
    given: dict[str, str] = {}
    for text in values or []:
        key, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"a parameter is given as KEY=VALUE, not {text!r}")
        if key in given:
            raise OptionError(f"parameter {key} is given twice")
        given[key] = value
    system = build(family, given) if formula is None else _of_formula(family, given, formula)
    if output is None:
        text = _spelled(system)
    else:
        write_model(system, output)
    data = {
        "family": family,
        "parameters": given,
        "formula": None if formula is None else str(formula),
        "model": system.name,
        "formalism": system.formalism,
        "output": None if output is None else str(output),
        "content": text if output is None else None,
    }
    product = text if output is None else None
    return Outcome(
        Show.of(json, quiet), data, [f"{output}: {system.name} ({system.formalism})"], product=product
    )


def _of_formula(family: str, given: dict[str, str], path: Path) -> Any:
    """The instance of a family for the formula of a file, which takes the place of all parameters."""
    from mazurka.formats.dimacs import read_dimacs
    from mazurka.models.satisfiability import OF_FORMULA

    if family not in OF_FORMULA:
        raise OptionError(f"--formula is for {' and '.join(OF_FORMULA)}, not for {family}")
    if given:
        raise OptionError(f"with --formula there are no parameters, such as {next(iter(given))}")
    return OF_FORMULA[family](read_dimacs(path), f"{family}-{path.stem}")


def _spelled(system: Any) -> str:
    """The model as a text in the natural format of its formalism."""
    from mazurka.formats import write_model

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"model{NATURAL_SUFFIX[system.formalism]}")
        write_model(system, file)
        return file.read_text("utf-8")
