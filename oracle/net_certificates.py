"""Certificates that a goal is unreachable in a net, and their checker: integer sums and unit propagation.

    [Murata]  section V, on the state equation.

A run leads to m = m0 + C·x, where x ≥ 0 counts its firings and m ≥ 0.  A certificate has three parts:

    (1)  structures, each a clause that holds after every run: see `traps`;
    (2)  lemmas, each a set of inequalities that never hold together after a run;
    (3)  a refutation: clauses, each by unit propagation from the goal's, those of (1) and (2), and earlier
         ones; the last is empty.

A lemma gives a positive integer factor for each inequality, and for some places p one for m(p) ≥ 0.  The sum
of these multiples says w·m + d·x ≥ b.  The checker finds that, by arithmetic alone,

    (a)  each firing of t changes w·m + d·x by w·C(t) + d(t) ≤ 0, and
    (b)  w·m0 < b at first, when x = 0;

so that w·m + d·x is below b after every run: an invariant of the net contradicts the lemma's inequalities.
Nothing here asks a solver.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mazurka.formulas import Goal, Terms
from mazurka.oracle import rup
from mazurka.oracle.linear_goals import Clause, Clauses, RunInequality, clauses_of
from mazurka.oracle.traps import Structure
from mazurka.systems import PetriNet


@dataclass(frozen=True)
class Lemma:
    """Inequalities that never hold together, each with its factor; and the factors of m(p) ≥ 0."""

    parts: tuple[tuple[RunInequality, int], ...]
    places: Terms = ()


@dataclass(frozen=True)
class Certificate:
    """That no run leads to a marking in the goal; see above."""

    structures: tuple[Structure, ...]
    lemmas: tuple[Lemma, ...]
    refutation: tuple[Clause, ...]


def is_certificate(net: PetriNet, goal: Goal, certificate: Certificate) -> bool:
    """Whether the certificate shows that no reachable marking of the net is in the goal."""
    return find_fault(net, goal, certificate) is None


def find_fault(net: PetriNet, goal: Goal, certificate: Certificate) -> str | None:
    """What is wrong with a certificate, or None."""
    for n, structure in enumerate(certificate.structures, 1):
        if fault := _structure_fault(net, structure):
            return f"structure {n}: {fault}"
    for n, lemma in enumerate(certificate.lemmas, 1):
        if fault := lemma_fault(net, lemma):
            return f"lemma {n}: {fault}"
    known = known_clauses(net, goal, certificate.structures, certificate.lemmas)
    fault = rup.find_fault(known.clauses, [rup.Step(False, clause) for clause in certificate.refutation])
    return None if fault is None else f"refutation: {fault}"


def known_clauses(
    net: PetriNet, goal: Goal, structures: Iterable[Structure], lemmas: Iterable[Lemma]
) -> Clauses:
    """The clauses of goal, structures and lemmas, in this order; the refutation is over their variables."""
    known = clauses_of(goal)
    for structure in structures:
        add_structure(net, known, structure)
    for lemma in lemmas:
        add_lemma(known, lemma)
    return known


def add_structure(net: PetriNet, known: Clauses, structure: Structure) -> None:
    """Add the clause of (1)."""
    clause = structure.clause(net)
    assert clause is not None
    known.clauses.append(tuple(known.literal(i) for i in clause))


def add_lemma(known: Clauses, lemma: Lemma) -> None:
    """Add the clause of (2): one of the inequalities fails."""
    known.clauses.append(tuple(-known.literal(i) for i, _ in lemma.parts))


def _structure_fault(net: PetriNet, structure: Structure) -> str | None:
    if not all(0 <= p < len(net.places) for p in structure.places):
        return "there is no such place"
    if structure.kind not in ("trap", "siphon"):
        return f"there is no structure of the kind {structure.kind!r}"
    return "the siphon is marked at first" if structure.clause(net) is None else None


def lemma_fault(net: PetriNet, lemma: Lemma) -> str | None:
    """Why (a) or (b) fails, or a factor is not positive; None where the lemma is right."""
    factors = [y for _, y in lemma.parts] + [u for _, u in lemma.places]
    if not all(isinstance(y, int) and y > 0 for y in factors):
        return "a factor is not a positive integer"
    w = [0] * len(net.places)
    d = [0] * len(net.transitions)
    for i, y in lemma.parts:
        _add(w, i.tokens, y)
        _add(d, i.firings, y)
    _add(w, lemma.places, 1)
    bound = sum(y * i.bound for i, y in lemma.parts)
    for k, t in enumerate(net.transitions):
        if sum(w[p] * change for p, change in t.effect.items()) + d[k] > 0:
            return f"(a) fails at transition {t.name!r}"
    return None if sum(x * k for x, k in zip(w, net.initial, strict=True)) < bound else "(b) fails"


def _add(total: list[int], part: Terms, factor: int) -> None:
    for k, c in part:
        total[k] += factor * c


def to_json(net: PetriNet, certificate: Certificate) -> dict[str, Any]:
    """The certificate as a JSON object; places and transitions by identifier."""

    def inequality(i: RunInequality) -> dict[str, Any]:
        tokens = {net.places[p]: c for p, c in i.tokens}
        firings = {net.transitions[t].name: c for t, c in i.firings}
        return {"tokens": tokens, "firings": firings, "bound": i.bound}

    return {
        "structures": [
            {"kind": s.kind, "places": [net.places[p] for p in s.places]} for s in certificate.structures
        ],
        "lemmas": [
            {
                "inequalities": [{**inequality(i), "factor": y} for i, y in lemma.parts],
                "places": {net.places[p]: u for p, u in lemma.places},
            }
            for lemma in certificate.lemmas
        ],
        "refutation": [list(clause) for clause in certificate.refutation],
    }


def from_json(net: PetriNet, data: Mapping[str, Any]) -> Certificate:
    """The certificate in a JSON object; KeyError for a place or transition that the net does not have."""
    place = {name: p for p, name in enumerate(net.places)}
    transition = {t.name: k for k, t in enumerate(net.transitions)}

    def inequality(i: Mapping[str, Any]) -> RunInequality:
        tokens = tuple(sorted((place[p], c) for p, c in i["tokens"].items()))
        firings = tuple(sorted((transition[t], c) for t, c in i["firings"].items()))
        return RunInequality(tokens, i["bound"], firings)

    return Certificate(
        tuple(Structure(s["kind"], tuple(place[p] for p in s["places"])) for s in data["structures"]),
        tuple(
            Lemma(
                tuple((inequality(i), i["factor"]) for i in lemma["inequalities"]),
                tuple(sorted((place[p], u) for p, u in lemma["places"].items())),
            )
            for lemma in data["lemmas"]
        ),
        tuple(tuple(clause) for clause in data["refutation"]),
    )
