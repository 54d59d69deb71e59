"""Who may import whom: the arrows of the house, written here and nowhere else.

    errors ← limits ← systems ← formats, models, formulas ← reference | optimized | oracle ← everything else

reference, optimized and oracle never import one another: an audit is worth something only because the
three do not share their mistakes.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

BASE = frozenset({"errors", "limits", "systems", "formats", "formulas", "models"})
LINES = frozenset({"reference", "optimized", "oracle"})
FOLDERS = LINES | {"fuzz"}
"""Folders beside `src` that are packages of mazurka."""
JUDGES = frozenset(
    {"registry", "audit", "node_proofs", "without_full", "query", "certificates", "invariants", "reductions"}
)
TOP = JUDGES | {"report", "bench", "cli", "fuzz"}
EVERYTHING = BASE | LINES | TOP

MAY_IMPORT: dict[str, frozenset[str]] = {
    "errors": frozenset(),
    "limits": frozenset({"errors"}),
    "systems": frozenset({"errors", "limits"}),
    "formats": frozenset({"errors", "limits", "systems"}),
    "formulas": frozenset({"errors", "limits", "systems", "formats"}),
    "models": frozenset({"errors", "limits", "systems", "formats"}),
    **dict.fromkeys(LINES, BASE),
    **{part: EVERYTHING | {"mazurka"} for part in TOP},
    "mazurka": EVERYTHING,
    "proofs": EVERYTHING | {"mazurka", "proofs"},
    "tests": EVERYTHING | {"mazurka", "proofs", "tests"},
}
"""For each part of the project the other parts it may import; `mazurka` is the package itself."""

LIBRARIES: dict[str, frozenset[str]] = {
    "errors": frozenset(),
    "limits": frozenset(),
    "systems": frozenset({"networkx"}),
    "formats": frozenset({"lxml", "jsonschema"}),
    "formulas": frozenset({"lark", "lxml"}),
    "models": frozenset(),
    "reference": frozenset({"networkx"}),
    "optimized": frozenset({"numpy", "numba", "llvmlite"}),
    "oracle": frozenset({"pysat", "z3"}),
}
"""Libraries outside the standard library, for the parts where that is restricted."""


@dataclass(frozen=True)
class Import:
    """`module` is imported on a line; for `from m import x` also m.x counts, which may be a module."""

    line: int
    module: str


def imports(source: str, module: str, *, is_package: bool) -> Iterator[Import]:
    """Every import in the text of a module, wherever it stands, relative ones resolved."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(node.lineno, name.name)
        elif isinstance(node, ast.ImportFrom):
            base = _resolved(node, module, is_package)
            for name in node.names:
                yield Import(node.lineno, f"{base}.{name.name}")
        elif isinstance(node, ast.Call) and _imports_by_name(node.func):
            for argument in node.args[:1]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield Import(node.lineno, argument.value)


def _resolved(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    if node.level == 0:
        return node.module or ""
    parts = module.split(".")
    parts = parts[: len(parts) - node.level + (1 if is_package else 0)]
    return ".".join([*parts, node.module] if node.module else parts)


def _imports_by_name(function: ast.expr) -> bool:
    return (isinstance(function, ast.Name) and function.id in {"import_module", "__import__"}) or (
        isinstance(function, ast.Attribute) and function.attr == "import_module"
    )


def part_of(module: str) -> str:
    """The part of the project that a module belongs to: mazurka.systems.graph is of `systems`."""
    first, _, rest = module.partition(".")
    second = rest.partition(".")[0]
    return second if first == "mazurka" and second in EVERYTHING else first


def violations(source: str, module: str, *, standard: frozenset[str], is_package: bool = False) -> list[str]:
    """What a module imports and may not, one line each."""
    here = part_of(module)
    found = []
    for i in imports(source, module, is_package=is_package):
        there = part_of(i.module)
        top = i.module.partition(".")[0]
        if top in FOLDERS:
            found.append(f"line {i.line}: bare import of {top}: a second copy of mazurka.{top}")
        elif there == here or top in standard:
            continue
        elif there in MAY_IMPORT:
            if there not in MAY_IMPORT[here]:
                found.append(f"line {i.line}: {here} imports {there} ({i.module})")
        elif here in LIBRARIES and top not in LIBRARIES[here]:
            found.append(f"line {i.line}: {here} imports the library {top}")
    return found
