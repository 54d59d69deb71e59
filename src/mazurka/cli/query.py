"""`query`: is a marking that satisfies a formula reachable, and by which firing sequence."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand

from mazurka.cli.options import Json, MaxMemory, MaxSeconds, MaxStates, Model, Quiet, limits
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.cli.outputs import check_room
from mazurka.cli.watching import watching
from mazurka.errors import OptionError, PreconditionError, UnknownNameError
from mazurka.limits import Limits
from mazurka.systems import PetriNet

if TYPE_CHECKING:
    from rich.console import RenderableType

    from mazurka.formulas.mcc import Property
    from mazurka.query import Answer

Formula = Annotated[
    str | None, typer.Argument(metavar="FORMULA", help="What to reach: see above.", show_default=False)
]
FormulaFile = Annotated[
    Path | None, typer.Option("--formula-file", metavar="FILE", help="The same, from a file.")
]
Mcc = Annotated[
    Path | None,
    typer.Option("--mcc", metavar="FILE.xml", help="Properties of the Model Checking Contest, in its XML."),
]
Id = Annotated[str | None, typer.Option("--id", metavar="NAME", help="With --mcc: this property only.")]
Method = Annotated[
    str,
    typer.Option("--method", metavar="NAME", help="How to look: auto, or one of the methods below."),
]
CertificateFile = Annotated[
    Path | None,
    typer.Option("--certificate", metavar="FILE.json", help="Write the proof of an answer no."),
]
Check = Annotated[
    Path | None,
    typer.Option("--check-certificate", metavar="FILE.json", help="Check this proof, and look for nothing."),
]


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command(cls=_WithMethods)(query)


class _WithMethods(TyperCommand):
    """The command, whose help ends with the methods."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from mazurka.query import ENGINES

        methods = [f"{name}: {meaning}" for name, meaning in ENGINES.items()]
        self.epilog = "\n\n".join(["Methods:", *methods])
        super().format_help(ctx, formatter)


def query(
    model: Model,
    formula: Formula = None,
    formula_file: FormulaFile = None,
    mcc: Mcc = None,
    property_id: Id = None,
    method: Method = "auto",
    certificate: CertificateFile = None,
    check_certificate: Check = None,
    max_states: MaxStates = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Find out whether a net can reach a marking that satisfies a formula, and by which firing sequence.

    Formulas, for instance 'p + 2 * q >= 3 & !(r = 1 | s < q)',
    are made, from what binds tightest to what binds least, of

    sums of places, identifier or name, "quoted" where there is more
    to it than letters, digits and - _ # / . \\
    comparisons = == != <> < <= > >= between sums;
    true, false, deadlock, fireable(t), fireable(t, u)
    not ! ~
    and & && *
    or | || +

    Limits hold for each property of a file anew.
    Exit status: 0 answered; 1 a certificate is wrong; 3 no answer.
    """
    from mazurka.formats import read_model
    from mazurka.formats.files import read_text

    show = Show.of(json, quiet)
    if [formula, formula_file, mcc].count(None) != 2:
        raise OptionError(
            "give what to ask for, and one thing only: a FORMULA, --formula-file FILE, or --mcc FILE.xml"
        )
    if property_id is not None and mcc is None:
        raise OptionError("--id is for --mcc")
    check_room(certificate, model, formula_file, mcc, check_certificate)
    net = read_model(model)
    if not isinstance(net, PetriNet):
        raise PreconditionError(
            f"{model}: query is for Petri nets, and this is a {net.formalism} system; use check"
        )
    if formula_file is not None:
        formula = read_text(formula_file, "formula").strip()
    asked = _asked(model, net, formula, mcc, property_id)
    if (certificate or check_certificate) and len(asked) != 1:
        raise OptionError("a certificate is about one formula: choose a property with --id")
    if check_certificate is not None:
        return _checked(show, net, asked[0], check_certificate)
    bounds = limits(max_states, max_seconds, max_memory)
    found = list(_answers(net, asked, method, certificate is not None, bounds, show, model))
    result = _all(show, net, mcc, found) if formula is None else _one(show, net, formula, *found[0])
    if certificate is not None:
        result.notes.append(_written(certificate, net, *found[0]))
    return result


class Answered(NamedTuple):
    """A property with its answer, and how long that took."""

    asked: "Property"
    answer: "Answer"
    seconds: float


def _asked(
    model: Path, net: PetriNet, formula: str | None, mcc: Path | None, chosen: str | None
) -> Sequence["Property"]:
    """The properties that are asked for; a formula is one that some marking is to satisfy."""
    from mazurka.formulas import parse
    from mazurka.formulas.mcc import Property, read_properties

    if formula is not None:
        try:
            return [Property("", "EF", parse(formula, net))]
        except PreconditionError as error:
            raise PreconditionError(f"{model}: {error}") from None
    found = read_properties(str(mcc), net)
    if chosen is None:
        return found
    named = [p for p in found if p.id == chosen]
    if not named:
        raise UnknownNameError("property", chosen, [p.id for p in found])
    return named


def _answers(
    net: PetriNet,
    asked: Sequence["Property"],
    method: str,
    certify: bool,
    bounds: Limits,
    show: Show,
    model: Path,
) -> Iterator[Answered]:
    """An answer for each property, until Ctrl-C; the limits are for each anew."""
    from mazurka.query import answer

    for one in asked:
        with watching(bounds, show, model) as watch:
            found = answer(net, one.goal, watch, engine=method, certify=certify)
            yield Answered(one, found, watch.seconds())
        if found.limit == "interrupt":
            return


def _one(
    show: Show, net: PetriNet, formula: str, _asked: "Property", found: "Answer", seconds: float
) -> Outcome:
    data = {"model": net.name, "formula": formula, **found.to_json(seconds)}
    return Outcome(show, data, _told(show, net, formula, found, seconds), _status(found))


def _told(show: Show, net: PetriNet, formula: str, found: "Answer", seconds: float) -> list["RenderableType"]:
    if show is not Show.TEXT:
        return []
    from mazurka.report.queries import answered  # what draws tables takes long to load

    return list(answered(net, formula, found, seconds))


def _all(show: Show, net: PetriNet, mcc: Path | None, found: Sequence[Answered]) -> Outcome:
    from mazurka.formulas import show as written
    from mazurka.report.queries import properties_table

    rows = [
        {
            "id": asked.id,
            "quantifier": asked.quantifier,
            "formula": written(asked.formula, net.places),
            "value": asked.verdict(answer.reachable),
            **answer.to_json(seconds),
        }
        for asked, answer, seconds in found
    ]
    data = {"model": net.name, "file": str(mcc), "properties": rows}
    statuses = [_status(answer) for _, answer, _ in found]
    return Outcome(show, data, properties_table(rows) if show is Show.TEXT else (), max(statuses))


def _status(found: "Answer") -> Status:
    if found.reachable is not None:
        return Status.DONE
    return Status.LIMIT if found.limit is None else Status.of(found.limit)


def _written(path: Path, net: PetriNet, asked: "Property", found: "Answer", _seconds: float) -> str:
    """Write the certificate, and say so; or say why there is none."""
    from mazurka.certificates import write_certificate
    from mazurka.formulas import show as written

    if found.certificate is not None:
        write_certificate(path, net, written(asked.goal, net.places), found.certificate)
        return f"the certificate is in {path}"
    why = {
        True: "a run is the answer",
        False: f"{found.method} looked everywhere, and leaves no certificate",
        None: "there is no answer",
    }
    return f"{path} is not written: {why[found.reachable]}"


def _checked(show: Show, net: PetriNet, asked: "Property", path: Path) -> Outcome:
    from mazurka.certificates import certificate_fault
    from mazurka.formulas import show as written

    formula = written(asked.goal, net.places)
    fault = certificate_fault(path, net, asked.goal)
    data = {
        "model": net.name,
        "formula": formula,
        "certificate": str(path),
        "holds": fault is None,
        "reason": fault,
    }
    said = (
        "the certificate is right: no reachable marking satisfies the formula"
        if fault is None
        else f"the certificate is WRONG: {fault}"
    )
    return Outcome(
        show, data, [f"{net.name}: {said}", f"  {formula}"], Status.DONE if fault is None else Status.FAILS
    )
