"""The formats: of each, valid files to begin with, the words of its grammar, and what reads it.

What is read is used as well: a system is asked for its first steps and written, and what was written is read
back.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from mazurka.bench.cell import Measured, Task
from mazurka.bench.results import Results
from mazurka.certificates import certificate_fault
from mazurka.errors import MazurkaError
from mazurka.formats import AutGraph, read_aut, read_model, write_aut, write_model
from mazurka.formats.dimacs import read_dimacs
from mazurka.formats.tck_writer import write_tck
from mazurka.formulas import parse, parse_predicate
from mazurka.formulas.mcc import read_properties
from mazurka.fuzz.ledger import Ledger, Round
from mazurka.fuzz.malformed.documents import changed_json, changed_xml
from mazurka.fuzz.malformed.mutations import LARGEST, mutated
from mazurka.limits import Limits
from mazurka.node_proofs import Checkpoint
from mazurka.registry import find_reducer
from mazurka.systems import ClientServerSystem, Lts, PetriNet, StateGraph, System, Transition

CORPUS = Path(__file__).parents[1] / "corpus"
NET = PetriNet(
    "n", ("p", "q", "r"), (Transition("t", {0: 1}, {1: 1}), Transition("u", {1: 2}, {}, {2: 1})), (1, 0, 0)
)
MCC = b"""<?xml version="1.0"?>
<property-set xmlns="http://mcc.lip6.fr/">
<property><id>a</id><description>none</description><formula><exists-path><finally><conjunction>
<integer-le><integer-constant>2</integer-constant><tokens-count><place>p</place><place>q</place></tokens-count>
</integer-le><negation><is-fireable><transition>t</transition></is-fireable></negation>
</conjunction></finally></exists-path></formula></property>
<property><id>b</id><formula><all-paths><globally><disjunction><deadlock/><integer-eq>
<integer-sum><integer-constant>3</integer-constant></integer-sum><tokens-count><place>r</place></tokens-count>
</integer-eq></disjunction></globally></all-paths></formula></property>
</property-set>
"""
PIPE = b"""<pnml><net id="n" type="P/T net"><place id="p">
<initialMarking><value>Default,2</value></initialMarking><capacity><value>0</value></capacity></place>
<page id="g"><place id="q"/><referencePlace id="x" ref="p"/>
<transition id="t"><name><text>fire</text></name><priority><value>1</value></priority></transition></page>
<arc id="a" source="x" target="t"><inscription><value>Default,1</value></inscription></arc>
<arc id="b" source="t" target="q"><inscription><text>2</text></inscription></arc>
<arc id="c" source="q" target="t"><type value="inhibitor"/></arc>
<arc id="d" source="p" target="t" type="read"/></net></pnml>
"""
CERTIFICATE = b"""{"format": "net-certificate", "version": 1, "model": "n", "formula": "q >= 2",
"structures": [], "refutation": [[]], "lemmas": [
{"inequalities": [{"tokens": {"q": 1}, "firings": {}, "bound": 2, "factor": 1}], "places": {"p": 1}}]}
"""
STRUCTURED = CERTIFICATE.replace(b"[],", b'[{"kind": "trap", "places": ["p", "q"]}],').replace(
    b"[[]]", b"[[1, -2], []]"
)
FORMULAS = (
    b"p + 2 * q >= 3 & !(r = 1 | p < q)",
    b"deadlock and (fireable(t, u) or not true)",
    b'"p" <= 1 || ~(q != 2) && p == q + r + 3',
    "¬(p ≤ 1 ∧ q ≥ 2) ∨ r ≠ 0".encode(),
)
CLIENTS = (b"c1 = 0 | lock != free", b"c2 = 1 & !lock = free", b"fireable(c1.take) | deadlock")


@dataclass(frozen=True)
class Format:
    """seeds: valid files; words: of its grammar; use: read a file, MazurkaError where it is wrong.

    structure: a change that keeps the syntax.  longest: bytes of an input.
    """

    suffix: str
    seeds: Callable[[], Sequence[bytes]]
    use: Callable[[Path], object]
    words: tuple[bytes, ...] = ()
    structure: Callable[[Random, bytes], bytes] | None = None
    longest: int = LARGEST

    def malformed(self, random: Random) -> bytes:
        """A valid file with a few changes, seldom none."""
        data = random.choice(self.seeds())
        kind = random.randrange(6)
        if self.structure is not None and kind < 4:
            data = self.structure(random, data)
        if self.words and kind == 4:
            return b" ".join(random.choices(self.words, k=random.randrange(12)))
        if kind >= 3 or self.structure is None:
            data = mutated(random, data, self.words)
        return data[: self.longest]


def _models(suffix: str) -> Callable[[], Sequence[bytes]]:
    @cache
    def found() -> Sequence[bytes]:
        own = [f.read_bytes() for f in sorted(CORPUS.glob(f"*{suffix}"))]
        return [*own, PIPE] if suffix == ".pnml" else own

    return found


def _written(write: Callable[[Path], object]) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "seed")
        write(path)
        return path.read_bytes()


@cache
def _networks() -> Sequence[bytes]:
    systems = [read_model(f) for f in sorted(CORPUS.glob("*.cs.json"))]
    acyclic = [s for s in systems if isinstance(s, ClientServerSystem) and not s.cyclic_clients]
    return [_written(lambda path, s=s: write_tck(s, path)) for s in acyclic]  # type: ignore[misc]


@cache
def _system() -> System[Any]:
    return read_model(min(CORPUS.glob("*.cs.json"), key=lambda f: f.stat().st_size))


def graph_of(reducer: str) -> StateGraph[Any]:
    """A graph of the smallest system of the corpus."""
    build = find_reducer(reducer).run(_system()).graph
    assert build is not None
    return build()


@cache
def _graphs() -> Sequence[bytes]:
    return [
        _written(lambda path: write_aut(graph_of("plain/reach"), path)),
        b'des (0, 2, 2)\n(0, "a\\"b", 1)\n(1, i, 0)\n',
    ]


@cache
def _checkpoints() -> Sequence[bytes]:
    return [_written(lambda path: Checkpoint(path, _reduced()).save(2))]


@cache
def _reduced() -> Any:
    return graph_of("plain/full+sleep")


@cache
def _results() -> Sequence[bytes]:
    task = Task("dp", (("n", 3),), "reach", (("order", "bfs"),))
    cell = Measured(states=124, nodes=124, transitions=9, deadlocks=1, limit=None, seconds=0.5, peak_bytes=9)
    return [_written(lambda path: Results(path, "stateful-por").add(task, cell))]


@cache
def _ledgers() -> Sequence[bytes]:
    return [_written(lambda path: Ledger(path).record(Round("test_x.py::test", 1, "passed")))]


def use_model(path: Path) -> None:
    """Read a model, take its first steps, write it, and read what was written."""
    system = read_model(path)
    for a in system.enabled(system.initial)[:3]:
        system.enabled(system.after(system.initial, a))
    system.local_states(system.initial)
    again = path.with_name("again" + path.name[path.name.index(".") :])
    write_model(system, again)
    if isinstance(system, Lts):  # its name is that of the file
        assert read_aut(again) == AutGraph.from_lts(system)
    else:
        assert read_model(again) == system


def use_graph(path: Path) -> None:
    """The same for a graph that need not be deterministic."""
    graph = read_aut(path)
    again = path.with_name("again.aut")
    write_aut(graph, again)
    assert read_aut(again) == graph


def use_formula(path: Path) -> None:
    """Read a formula, once as one about a net and once as one about processes; both may refuse it."""
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    try:
        parse_predicate(text, _system()).holds(_system().initial)
    except MazurkaError:
        parse(text, NET).holds(NET.initial)


def use_certificate(path: Path) -> None:
    """Check it for a goal that cannot be reached and for one that can: that is never certified."""
    try:
        assert certificate_fault(path, NET, parse("q >= 1", NET)) is not None
    finally:
        certificate_fault(path, NET, parse("q >= 2", NET))


def use_checkpoint(path: Path) -> None:
    """How many nodes are proved: not more than there are."""
    assert 0 <= Checkpoint(path, _reduced()).proved() <= len(_reduced().states)


def use_results(path: Path) -> None:
    """Read the results of a table, look each up, and write them with one more."""
    results = Results(path, "stateful-por")
    for task in results.tasks():
        known = results.get(task)
        assert known is not None
        known.settles(Limits(max_states=10))
    results.add(Task("dp", (("n", 2),), "reach"), Measured())


def use_ledger(path: Path) -> None:
    """Read a record of the campaign, and add to it."""
    ledger = Ledger(path)
    ledger.done(), ledger.tallies(), Ledger.rounds_in(path)
    ledger.record(Round("test_x.py::test", 2, "lost"))


_TCK = tuple(
    b"system: event: process: location: edge: sync: {initial:} {initial:: {role:client} {do:x=1} clock: p q "
    b"p@e q@e? p@e:q@e # a:b int:1:0:1:0:x { } :".split()
)
_FORMULA = tuple(
    b"p q r t u 0 1 2 999999999999 1000000001 ( ) & | ! and or not + * - = == != <> < <= > >= , true false "
    b'deadlock fireable is-fireable "p" "a"'.split()
)
_LONG = ("≤".encode(), b'"', b"(" * 2000, b"!" * 2000, b"p = 1 | " * 200, b"lock = free")

FORMATS: Mapping[str, Format] = {
    "pnml": Format(".pnml", _models(".pnml"), use_model, structure=changed_xml),
    "cs.json": Format(".cs.json", _models(".cs.json"), use_model, structure=changed_json),
    "es.json": Format(".es.json", _models(".es.json"), use_model, structure=changed_json),
    "tck": Format(".tck", _networks, use_model, (*_TCK, b"\n")),
    "aut": Format(
        ".aut", _graphs, use_graph, (b"des", b"(0, 1, 2)", b'(0, "a", 1)\n', b"(0,", b'"', b",", b" " * 3000)
    ),
    "lts": Format(".aut", _graphs, use_model, (b"des", b'(0, "a", 1)\n', b'(0, "b", 0)\n', b"(0, i, 1)\n")),
    "cnf": Format(
        ".cnf",
        lambda: (b"c comment\np cnf 3 2\n1 -2 0\n2 3\n0\n", b"p cnf 1 1\n1 0\n%\n0\n"),
        read_dimacs,
        (b"p", b"cnf", b"p cnf 2 1\n", b"1", b"-2", b"0", b"\n", b"c", b"%\n"),
    ),
    "formula": Format(".txt", lambda: FORMULAS + CLIENTS, use_formula, (*_FORMULA, *_LONG), longest=3000),
    "mcc": Format(".xml", lambda: (MCC,), lambda path: read_properties(path, NET), structure=changed_xml),
    "certificate": Format(
        ".json", lambda: (CERTIFICATE, STRUCTURED), use_certificate, structure=changed_json
    ),
    "checkpoint": Format(".json", _checkpoints, use_checkpoint, structure=changed_json),
    "results": Format(".json", _results, use_results, structure=changed_json),
    "ledger": Format(".sqlite", _ledgers, use_ledger),
}
