"""Files of certificates: that no reachable marking of a net satisfies a formula.

There are two kinds: refutations of the state equation, and invariants over sums of places.  A file is worth
what the checker says of it, for the net and the formula that the reader has: what it claims to be about is
not believed.
"""

import json
import re
from pathlib import Path
from typing import Any, TypeAlias

from mazurka.errors import FormatError
from mazurka.formats import files
from mazurka.formats.json_document import read_document
from mazurka.formulas import Goal
from mazurka.oracle import net_certificates
from mazurka.oracle.net_certificates import Certificate
from mazurka.reference import abstract_invariant
from mazurka.reference.abstract_invariant import AbstractInvariant
from mazurka.systems import PetriNet

AnyCertificate: TypeAlias = Certificate | AbstractInvariant

FORMAT, VERSION = "net-certificate", 1

_ROW = re.compile(r"\[\s+-?\d+(,\s+-?\d+)*\s+\]")
"""A list of numbers, which is easier to read in one line."""


def write_certificate(path: Path, net: PetriNet, formula: str, certificate: AnyCertificate) -> None:
    """Write a certificate; FormatError where the file cannot be written."""
    about = {"format": FORMAT, "version": VERSION, "model": net.name, "formula": formula}
    text = json.dumps({**about, **_to_json(net, certificate)}, indent=1, ensure_ascii=False)
    files.write_text(path, _ROW.sub(lambda row: " ".join(row.group().split()), text) + "\n")


def certificate_fault(path: Path, net: PetriNet, goal: Goal) -> str | None:
    """What is wrong with the certificate of a file, for this net and goal; None where it is right.

    FormatError for a file that holds no certificate, or one for a net with other places and transitions.
    """
    data = read_document(path, "certificate")
    if _holds_float(data):
        problem = "a number is written with a point or an exponent, and floats are not exact"
        raise FormatError(str(path), problem, cure="write integers")
    try:
        certificate = _from_json(net, data)
    except KeyError as error:
        problem = f"{net.name} has no place or transition {error.args[0]!r}"
        raise FormatError(str(path), problem, cure="give the net that the certificate is about") from None
    return find_fault(net, goal, certificate)


def find_fault(net: PetriNet, goal: Goal, certificate: AnyCertificate) -> str | None:
    """What is wrong with a certificate, or None."""
    if isinstance(certificate, AbstractInvariant):
        return abstract_invariant.find_fault(net, goal, certificate)
    return net_certificates.find_fault(net, goal, certificate)


def _to_json(net: PetriNet, certificate: AnyCertificate) -> dict[str, Any]:
    if isinstance(certificate, Certificate):
        return net_certificates.to_json(net, certificate)
    sums = [{net.places[p]: weight for p, weight in y.items()} for y in certificate.sums]
    return {"sums": sums, "vectors": [list(v) for v in sorted(certificate.vectors)]}


def _from_json(net: PetriNet, data: dict[str, Any]) -> AnyCertificate:
    """The certificate; KeyError for a place or transition that the net does not have."""
    if "sums" not in data:
        return net_certificates.from_json(net, data)
    number = {name: p for p, name in enumerate(net.places)}
    sums = tuple({number[name]: weight for name, weight in y.items()} for y in data["sums"])
    return AbstractInvariant(sums, frozenset(map(tuple, data["vectors"])))


def _holds_float(data: Any) -> bool:
    """Whether there is a float somewhere: JSON Schema takes 1e30 for an integer."""
    if isinstance(data, dict):
        return any(map(_holds_float, data.values()))
    return any(map(_holds_float, data)) if isinstance(data, list) else isinstance(data, float)
