"""Files of certificates: that no reachable marking of a net satisfies a formula.

A file is worth what the checker says of it, for the net and the formula that the reader has: what it claims
to be about is not believed.
"""

import json
from pathlib import Path
from typing import Any

from mazurka.errors import FormatError
from mazurka.formats import files
from mazurka.formats.json_document import read_document
from mazurka.formulas import Goal
from mazurka.oracle.net_certificates import Certificate, find_fault, from_json, to_json
from mazurka.systems import PetriNet

FORMAT, VERSION = "net-certificate", 1


def write_certificate(path: Path, net: PetriNet, formula: str, certificate: Certificate) -> None:
    """Write a certificate; FormatError where the file cannot be written."""
    about = {"format": FORMAT, "version": VERSION, "model": net.name, "formula": formula}
    text = json.dumps({**about, **to_json(net, certificate)}, indent=1, ensure_ascii=False)
    files.write_text(path, text + "\n")


def certificate_fault(path: Path, net: PetriNet, goal: Goal) -> str | None:
    """What is wrong with the certificate of a file, for this net and goal; None where it is right.

    FormatError for a file that holds no certificate, or one for a net with other places and transitions.
    """
    data = read_document(path, "certificate")
    if _holds_float(data):
        problem = "a number is written with a point or an exponent, and floats are not exact"
        raise FormatError(str(path), problem, cure="write integers")
    try:
        certificate = from_json(net, data)
    except KeyError as error:
        problem = f"{net.name} has no place or transition {error.args[0]!r}"
        raise FormatError(str(path), problem, cure="give the net that the certificate is about") from None
    return find_fault(net, goal, certificate)


def _holds_float(data: Any) -> bool:
    """Whether there is a float somewhere: JSON Schema takes 1e30 for an integer."""
    if isinstance(data, dict):
        return any(map(_holds_float, data.values()))
    return any(map(_holds_float, data)) if isinstance(data, list) else isinstance(data, float)
