"""The arrows of `arrows.py` hold in every module, and the check that says so can fail."""

import sys
from pathlib import Path

import pytest

from tests.layering.arrows import FOLDERS, LIBRARIES, LINES, MAY_IMPORT, part_of, violations

ROOT = Path(__file__).parents[2]
STANDARD = frozenset(sys.stdlib_module_names)
# The packages beside src are read in their own folders, not through the links in src/mazurka.
PLACES = {
    "src/mazurka": "mazurka",
    **{f: f"mazurka.{f}" for f in FOLDERS},
    "proofs": "proofs",
    "tests": "tests",
}


def modules():
    """(file, dotted name) of every module of the project."""
    for folder, package in sorted(PLACES.items()):
        for file in sorted((ROOT / folder).rglob("*.py")):
            inside = file.relative_to(ROOT / folder).with_suffix("").parts
            if folder == "src/mazurka" and inside[0] in FOLDERS:
                continue
            parts = inside[:-1] if inside[-1] == "__init__" else inside
            yield file, ".".join([package, *parts])


def test_every_module_keeps_to_the_arrows():
    found = [
        f"{file.relative_to(ROOT)}, {problem}"
        for file, name in modules()
        for problem in violations(
            file.read_text("utf-8"), name, standard=STANDARD, is_package=file.name == "__init__.py"
        )
    ]
    assert not found, "\n".join(found)


def test_every_part_of_the_project_has_modules_and_arrows():
    parts = {part_of(name) for _, name in modules()}
    assert parts == set(MAY_IMPORT)


def test_the_three_lines_have_no_arrow_to_one_another():
    for line in LINES:
        assert not MAY_IMPORT[line] & LINES
        assert line in LIBRARIES


BAD = {
    "another line": ("mazurka.reference.ample", "from mazurka.optimized import kernels"),
    "another line, plainly": ("mazurka.optimized.search", "import mazurka.oracle.independence"),
    "another line, from the package": ("mazurka.oracle.ifs", "from mazurka import reference"),
    "another line, relatively": ("mazurka.reference.ample", "from ..optimized import kernels"),
    "another line, relatively and by name": ("mazurka.reference.ample", "from .. import oracle"),
    "another line, in a function": (
        "mazurka.reference.ample",
        "def f():\n    import mazurka.optimized.search",
    ),
    "another line, by a string": (
        "mazurka.reference.ample",
        "import importlib\nimportlib.import_module('mazurka.oracle')",
    ),
    "a bare name": ("tests.test_ample", "import reference"),
    "a bare name, from": ("mazurka.fuzz.test_ample", "from optimized.search import f"),
    "a bare name of the campaign": ("tests.test_ample", "from fuzz.strategies import nets"),
    "a library of another line": ("mazurka.reference.ample", "import numpy as np"),
    "a solver in the kernels": ("mazurka.optimized.search", "from z3 import Solver"),
    "the top from the bottom": ("mazurka.systems.graph", "from mazurka.audit import audit"),
    "the front door from the bottom": ("mazurka.systems.graph", "from mazurka import System"),
    "a higher part of the base": ("mazurka.systems.graph", "from mazurka.formats import read_model"),
    "tests from the project": ("mazurka.audit", "from tests.conftest import settings"),
    "the campaign from the bottom": ("mazurka.reference.ample", "from mazurka.fuzz.strategies import nets"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_forbidden_import_is_found(kind):
    module, source = BAD[kind]
    assert violations(source, module, standard=STANDARD)


GOOD = {
    "its own line": ("mazurka.reference.ample", "from mazurka.reference.traces import first"),
    "its own line, relatively": ("mazurka.reference.ample", "from .traces import first"),
    "the base": ("mazurka.optimized.search", "from mazurka.systems import StateGraph\nimport numba"),
    "everything on top": ("mazurka.audit", "from mazurka.reference import traces\nimport mazurka.oracle.ifs"),
    "the standard library": ("mazurka.errors", "from collections.abc import Sequence"),
}


@pytest.mark.parametrize("kind", GOOD)
def test_an_allowed_import_is_not_complained_of(kind):
    module, source = GOOD[kind]
    assert not violations(source, module, standard=STANDARD)


def test_a_package_resolves_its_relative_imports_from_itself():
    source = "from .kernels import f\nfrom ..reference import g"
    found = violations(source, "mazurka.optimized", standard=STANDARD, is_package=True)
    assert found == ["line 2: optimized imports reference (mazurka.reference.g)"]
