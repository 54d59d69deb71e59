"""The catalogue of errors: each can be made where it says, and is tried as it should be."""

import json
from pathlib import Path

import pytest

from mazurka.errors import MazurkaError
from mazurka.fuzz.mutants.__main__ import keep
from mazurka.fuzz.mutants.catalogue import MUTANTS
from mazurka.fuzz.mutants.mutant import Mutant
from mazurka.fuzz.mutants.page import FOLDER, page, systems_of
from mazurka.fuzz.mutants.trial import ROOT, Trial, tried


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: m.name)
def test_an_error_of_the_catalogue_can_be_made(mutant):
    changed = mutant.applied((ROOT / mutant.file).read_text("utf-8"))
    compile(changed, mutant.file, "exec")
    for test in mutant.tests:
        assert (ROOT / "fuzz" / Path(test.partition("::")[0])).is_file()


def test_names_are_unique_and_there_are_enough():
    assert len({m.name for m in MUTANTS}) == len(MUTANTS)
    assert sum(not m.same for m in MUTANTS) >= 60


def test_the_results_name_every_error_and_each_was_found_or_is_none():
    results = json.loads((FOLDER / "results.json").read_text("utf-8"))
    assert set(results) == {m.name for m in MUTANTS}
    found = {name: all(t["killer"] for t in row["trials"]) for name, row in results.items()}
    assert all(found[m.name] != bool(m.same) for m in MUTANTS)


def test_what_was_tried_compiled_was_found():
    results = json.loads((FOLDER / "results.json").read_text("utf-8"))
    compiled = [row["compiled"] for row in results.values() if "compiled" in row]
    assert len(compiled) >= 10 and all(c["killer"] for c in compiled)


def test_a_trial_with_compiled_kernels_is_kept_beside_the_other(tmp_path):
    path = tmp_path / "results.json"
    keep(path, Trial("a/b", "f.py", 3, 0.25), compiled=False)
    keep(path, Trial("a/b", "g.py", 4, 0.5), compiled=True)
    keep(path, Trial("a/b", "f.py", 2, 0.25), compiled=False)
    keep(path, Trial("a/b", None), compiled=False, again=True)
    (row,) = json.loads(path.read_text("utf-8")).values()
    assert [t["examples"] for t in row["trials"]] == [2, 0]
    assert row["compiled"]["killer"] == "g.py"
    assert systems_of(row["trials"]) == "2, –"


def test_the_page_is_that_of_the_results():
    results = json.loads((FOLDER / "results.json").read_text("utf-8"))
    assert (FOLDER / "README.md").read_text("utf-8") == page(results)


def test_a_place_that_is_not_there_or_not_unique_is_refused():
    with pytest.raises(MazurkaError, match="occurs 2 times"):
        Mutant("a/b", "f.py", "x", "y", ()).applied("x x")


def test_an_error_in_a_strategy_is_found_and_none_is_not():
    wrong = Mutant(
        "strategies/everything-is-independent",
        "fuzz/strategies.py",
        'return Lts.from_edges("random", edges, chosen)',
        'return Lts.from_edges("random", edges, [(a, b) for _, a, _ in edges for _, b, _ in edges if a < b])',
        ("test_strategies.py::test_the_independence_of_labelled_systems_is_valid",),
    )
    harmless = Mutant(
        "strategies/other-name", wrong.file, 'EntitySystem("random"', 'EntitySystem("drawn"', wrong.tests
    )
    assert tried(wrong, "quick").killer is not None
    assert tried(harmless, "quick").killer is None
