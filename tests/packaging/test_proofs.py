"""The tables of proofs/README.md are about theorems and functions that exist; nothing is taken for granted.

This needs no Coq: `make proofs` compiles the proofs.
"""

import ast
import re
from pathlib import Path

import pytest

from proofs.index import indexed
from proofs.table import FOLDER, STATES, axioms, rows

ROOT = Path(__file__).parents[2]
COQ = sorted((FOLDER / "coq").glob("*.v"))
ROWS = list(rows())
THEOREM = re.compile(
    r"^ *(?:Theorem|Lemma|Corollary|Proposition|Fact|Remark|Example) +([\w']+)", re.MULTILINE
)
CLAIM = re.compile(r"\b(Admitted|admit|Axioms?|Conjectures?|Parameters?|give_up|bypass_check)\b|\bAdmit ")


def without_comments(text):
    """A Coq text without its comments, which may be nested."""
    kept, depth = [], 0
    for part in re.split(r"(\(\*|\*\))", text):
        if part == "(*":
            depth += 1
        elif part == "*)" and depth:
            depth -= 1
        elif not depth:
            kept.append(part)
    return "".join(kept)


def names_in(file):
    """The theorems of a Coq file; the functions, methods and classes of a Python file."""
    text = file.read_text("utf-8")
    if file.suffix == ".v":
        return set(THEOREM.findall(without_comments(text)))
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)}


def test_the_tables_have_rows_of_every_status_and_no_other():
    assert {row.status for row in ROWS} <= set(STATES)
    assert len({(row.statement, row.source) for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.statement)
def test_what_a_row_names_exists(row):
    for file, name in row.theorems + row.about:
        assert file.is_file(), file
        assert name in names_in(file), f"{name} is not in {file.relative_to(ROOT)}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.statement)
def test_what_is_proved_or_refuted_has_a_theorem_and_what_is_open_has_none(row):
    assert bool(row.theorems) == (row.status != "open")


@pytest.mark.parametrize("file", COQ, ids=lambda file: file.name)
def test_nothing_in_a_proof_is_taken_for_granted(file):
    found = {m.group(0).strip() for m in CLAIM.finditer(without_comments(file.read_text("utf-8")))}
    assert not found


def test_the_search_for_what_is_taken_for_granted_finds_it():
    assert CLAIM.search("Lemma f : False. Admitted.")
    assert CLAIM.search("Axiom f : False.")
    assert CLAIM.search(without_comments("(* none (* at *) all *) Parameter f : False."))
    assert not CLAIM.search(without_comments("(* Admitted (* nowhere *) *) Lemma axiomatic : True."))


@pytest.mark.parametrize("file", COQ, ids=lambda file: file.name)
def test_a_proof_file_opens_in_words_and_has_at_most_600_lines(file):
    text = file.read_text("utf-8")
    assert text.startswith("(*")
    assert text.count("\n") <= 600


def test_the_axioms_that_are_named_are_well_known():
    assert axioms() <= {"Classical_Prop.classic", "FunctionalExtensionality.functional_extensionality_dep"}


def test_every_solver_lemma_stands_in_a_table():
    """Each test in proofs/smt is a claim, and its row says what it is about."""
    listed = {(file, name) for row in ROWS for file, name in row.theorems}
    for file in sorted((FOLDER / "smt").glob("test_*.py")):
        for name in names_in(file):
            assert not name.startswith("test_") or (file.resolve(), name) in listed, f"{file.name}: {name}"


def test_the_readme_says_which_notions_have_proofs():
    """`python proofs/index.py` writes that column."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "(proofs/coq/" in readme
    assert readme == indexed(readme)
