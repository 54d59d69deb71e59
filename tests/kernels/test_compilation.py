"""What compiled kernels rely on: options of numba, a cache that knows its sources, annotations elsewhere."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.errors import TypingError

import mazurka.optimized
from mazurka.optimized.jit import OPTIONS, jit

OPTIMIZED = Path(mazurka.optimized.__file__).parent


def test_kernels_are_compiled_without_reference_counting():
    assert OPTIONS["_nrt"] is False  # private to numba, and the reason why kernels are fast
    if numba.config.DISABLE_JIT:
        assert allocates(2).size == 2
    else:
        with pytest.raises(TypingError, match="Only accept returning of array passed"):
            allocates(2)


@jit
def allocates(n):
    return np.zeros(n)


def test_only_kernels_and_what_compiles_them_lack_annotations():
    lacking = [
        f"{path.name}: {node.name}"
        for path in OPTIMIZED.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.returns is None and not is_kernel(node)
    ]
    assert sorted(lacking) == [
        "choices.py: choose",
        "choices.py: chosen_moves",
        "choices.py: entered",
        "choices.py: number",
        "choices.py: spent",
        "choices.py: work",
        "successor_tests.py: apply_test",
        "successor_tests.py: has_room_to_ask",
        "successor_tests.py: room",
        "successor_tests.py: tested",
    ]


def is_kernel(node: ast.FunctionDef) -> bool:
    names = {ast.unparse(d).split("(")[0] for d in node.decorator_list}
    return bool(names & {"jit", "inlined", "overload"})


def test_an_edit_in_any_source_changes_the_folder_of_compiled_kernels(tmp_path):
    copy = tmp_path / "optimized"
    copy.mkdir()
    for path in OPTIMIZED.glob("*.py"):
        (copy / path.name).write_bytes(path.read_bytes())
    before = folder_of(copy, tmp_path)
    assert before == folder_of(copy, tmp_path)
    assert before != folder_of(copy, tmp_path, NUMBA_BOUNDSCHECK="1")
    with (copy / "store.py").open("a") as f:
        f.write("# edited\n")
    assert before != folder_of(copy, tmp_path)


def folder_of(package: Path, home: Path, **switches: str) -> str:
    """The folder of compiled kernels that importing this copy of the package chooses."""
    code = f"import os, sys; sys.path.insert(0, {str(package.parent)!r}); import {package.name}; "
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    result = subprocess.run(
        [sys.executable, "-c", code + "print(os.environ['NUMBA_CACHE_DIR'])"],
        env={**environment, "XDG_CACHE_HOME": str(home / "cache"), **switches},
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout
