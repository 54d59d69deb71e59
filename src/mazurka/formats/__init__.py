"""Files: nets in PNML, systems in JSON and in TChecker's format, graphs in Aldebaran's, pictures in DOT.

`read_model` and `write_model` choose the format by the suffix of the file.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mazurka.errors import FormatError, ModelError
from mazurka.formats.aut import AutGraph, read_aut, write_aut
from mazurka.formats.convert import convert
from mazurka.formats.dot import write_dot
from mazurka.formats.files import is_folder
from mazurka.formats.json_models import (
    named,
    read_client_server,
    read_entities,
    write_client_server,
    write_entities,
)
from mazurka.formats.pnml import read_pnml
from mazurka.formats.pnml_writer import write_pnml
from mazurka.formats.tck import read_tck
from mazurka.formats.tck_writer import write_tck
from mazurka.systems import Lts, System

__all__ = [
    "SUFFIXES",
    "AutGraph",
    "convert",
    "read_aut",
    "read_model",
    "write_aut",
    "write_dot",
    "write_model",
]


def _read_lts(path: Path | str) -> Lts:
    graph = read_aut(path)
    try:
        return graph.to_lts(Path(path).stem)
    except ModelError as error:
        raise named(path, error) from error


_READERS: Mapping[str, Callable[[Path | str], System[Any]]] = {
    ".pnml": read_pnml,
    ".cs.json": read_client_server,
    ".es.json": read_entities,
    ".tck": read_tck,
    ".aut": _read_lts,
}
_WRITERS: Mapping[str, Callable[[Any, Path | str], None]] = {
    ".pnml": write_pnml,
    ".cs.json": write_client_server,
    ".es.json": write_entities,
    ".tck": write_tck,
    ".aut": write_aut,
}

SUFFIXES = tuple(_READERS)
"""The suffixes of model files."""


def read_model(path: Path | str) -> System[Any]:
    """The system in a model file; FormatError names the file, the line where there is one, and the cure."""
    return _READERS[_suffix(path)](path)


def write_model(system: System[Any], path: Path | str) -> None:
    """Write a system, converted by `convert` if the file is of another formalism."""
    suffix = _suffix(path)
    _WRITERS[suffix](convert(system, suffix), path)


def _suffix(path: Path | str) -> str:
    name = Path(path).name.lower()
    for suffix in SUFFIXES:
        if name.endswith(suffix):
            return suffix
    cure = f"the suffixes of models are {', '.join(SUFFIXES)}"
    if is_folder(path):
        raise FormatError(str(path), "this is a directory", cure="give the path of one model file")
    if name.endswith(".dot"):
        raise FormatError(str(path), "a drawing is no model", cure=cure)
    raise FormatError(str(path), "the suffix does not say which format this is", cure=cure)
