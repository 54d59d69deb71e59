"""The corpus: systems on which reductions have gone wrong, each with the verdict that the audit must give."""

import json
from pathlib import Path

import pytest

from mazurka.audit import audit
from mazurka.formats import SUFFIXES, read_model
from mazurka.fuzz.campaign import is_acyclic, require_promises_kept
from mazurka.registry import ACYCLIC, find_reducer, reducers

CORPUS = Path(__file__).parent / "corpus"
MODELS = {f.name: f for f in sorted(CORPUS.iterdir()) if f.name.endswith(SUFFIXES)}


def sidecar(name):
    stem = name[: -len(next(s for s in SUFFIXES if name.endswith(s)))]
    return json.loads((CORPUS / f"{stem}.verdict.json").read_text("utf-8"))


VERDICTS = [(name, reducer, v) for name in MODELS for reducer, v in sidecar(name)["verdicts"].items()]

BROKEN = [(name, reducer, v) for name in MODELS for reducer, v in sidecar(name).get("breaks", {}).items()]


@pytest.mark.parametrize("name", MODELS)
def test_every_sound_reducer_keeps_its_promises_on_the_corpus(name):
    system = read_model(MODELS[name])
    for reducer in reducers().values():
        possible = system.formalism in reducer.formalisms and (
            ACYCLIC not in reducer.preconditions or is_acyclic(system)
        )
        if possible and reducer.sound_as_printed:
            require_promises_kept(system, reducer)


@pytest.mark.parametrize(("name", "reducer", "verdict"), VERDICTS)
def test_the_audit_gives_the_verdict_beside_the_model(name, reducer, verdict):
    assert audit(read_model(MODELS[name]), find_reducer(reducer)).verdict == verdict


@pytest.mark.parametrize(("name", "reducer", "promises"), BROKEN)
def test_the_promises_beside_the_model_are_broken_and_no_others(name, reducer, promises):
    findings = audit(read_model(MODELS[name]), find_reducer(reducer)).findings
    assert [f.name for f in findings if f.holds is False] == promises


def test_every_model_says_what_it_shows():
    assert len(MODELS) == len(list(CORPUS.glob("*.verdict.json"))) >= 9
    assert all(sidecar(name)["shows"].endswith(".") for name in MODELS)
