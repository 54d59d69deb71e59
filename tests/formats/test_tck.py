"""Networks in TChecker's format, as client/server systems."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazurka.formats import read_model, write_model
from mazurka.formats.tck_writer import to_tck
from mazurka.fuzz.reachable import within
from mazurka.systems import ClientServerSystem, Process
from tests.formats.awkward import client_server_systems
from tests.formats.complaints import complaint

# The idiom of TChecker's own client/server examples: one event, one sync for each client.
SHARED = """
# two clients, one server
system:shared
event:a
event:c
process:C1
location:C1:A{initial:}
location:C1:B{labels: done}
location:C1:C{}
edge:C1:A:B:a
edge:C1:B:C:c
process:C2
location:C2:A{initial: : labels: x}
location:C2:B
edge:C2:A:B:c   # no local step
process:S
location : S : A {
  initial:
}
edge:S:A:A:c
sync:C1@c:S@c
sync:C2@c:S@c
"""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "model.tck"


@pytest.fixture
def read(file):
    def from_text(text):
        file.write_text(text)
        return read_model(file)

    return from_text


def network(*declarations):
    return "system:n\n" + "\n".join(declarations) + "\n"


def automaton(name, *edges):
    """A process with the locations 0_ and 1_, and the events that its edges need."""
    return [
        f"process:{name}",
        f"location:{name}:l0{{initial:}}",
        f"location:{name}:l1",
        *(f"edge:{name}:{edge}" for edge in edges),
    ]


def test_each_sync_is_an_action_and_each_local_event_one_with_a_private_server(read):
    assert read(SHARED) == ClientServerSystem(
        "shared",
        (
            Process("C1", "A", (("A", "a", "B"), ("B", "C1@c:S@c", "C"))),
            Process("C2", "A", (("A", "C2@c:S@c", "B"),)),
        ),
        (
            Process("S", "A", (("A", "C1@c:S@c", "A"), ("A", "C2@c:S@c", "A"))),
            Process("C1.local", "ready", (("ready", "a", "ready"),)),
        ),
        ("C1@c:S@c", "C2@c:S@c", "a"),
    )


def test_a_sync_of_two_events_is_named_after_both(read):
    system = read(
        network("event:e", "event:f", *automaton("P", "l0:l1:e"), *automaton("Q", "l0:l0:f"), "sync:P@e:Q@f")
    )
    assert system.actions == ("P@e:Q@f",)


def test_an_event_that_is_local_to_two_processes_is_two_actions(read):
    system = read(network("event:e", *automaton("P", "l0:l1:e"), *automaton("Q", "l0:l1:e")))
    assert system.actions == ("P@e", "Q@e")
    assert system.independent("P@e", "Q@e")


def test_local_events_of_one_process_depend_on_each_other(read):
    system = read(network("event:e", "event:f", *automaton("P", "l0:l1:e", "l0:l1:f")))
    assert system.enabled(system.initial) == ("e", "f")
    assert not system.independent("e", "f")


def test_a_sync_that_one_side_can_never_take_is_left_out(read):
    system = read(network("event:e", *automaton("P", "l0:l1:e"), *automaton("Q"), "sync:P@e:Q@e"))
    assert system.actions == ()


def test_the_process_declared_first_is_a_client_where_both_could_be(read):
    text = network("event:e", *automaton("P", "l0:l1:e"), *automaton("Q", "l0:l1:e"), "sync:Q@e:P@e")
    assert [p.name for p in read(text).clients] == ["P"]


def test_a_process_with_a_cycle_is_a_server_even_when_declared_first(read):
    text = network("event:e", *automaton("P", "l0:l0:e"), *automaton("Q", "l0:l1:e"), "sync:P@e:Q@e")
    assert [p.name for p in read(text).clients] == ["Q"]


def test_a_process_may_declare_its_role(read):
    text = network("event:e", *automaton("P", "l0:l1:e"), *automaton("Q", "l0:l1:e"), "sync:P@e:Q@e")
    assert [p.name for p in read(text.replace("process:P", "process:P{role:server}")).clients] == ["Q"]
    assert [p.name for p in read(text.replace("process:Q", "process:Q{role:client}")).clients] == ["Q"]


@given(system=client_server_systems())
def test_a_system_comes_back_whatever_its_names(tmp_path_factory, system):
    file = tmp_path_factory.mktemp("tck") / "model.tck"
    write_model(system, file)
    back = read_model(file)
    assert (back.name, back.clients, back.servers) == (system.name, system.clients, system.servers)
    assert back.actions == system.actions


@st.composite
def networks(draw):
    """Two acyclic processes with local events and two cyclic ones without, and syncs between them.

    edges: (process, source, event) to target.  syncs: pairs of (process, event).
    """
    events, locations = ["e", "f", "g"], ["l0", "l1", "l2"]
    edges = {}
    for p in "ABXY":
        steps = st.tuples(st.integers(0, 2), st.sampled_from(events), st.integers(0, 2))
        for i, e, j in draw(st.lists(steps, min_size=6, max_size=12)):
            if i < j or p in "XY":
                edges[p, locations[i], e] = locations[j]
    side = [st.tuples(st.sampled_from(names), st.sampled_from(events)) for names in ("AB", "XY")]
    syncs = draw(st.lists(st.tuples(*side), min_size=2, unique=True))
    in_syncs = {x for sync in syncs for x in sync}
    return {k: t for k, t in edges.items() if k[0] in "AB" or (k[0], k[2]) in in_syncs}, syncs


def successors(edges, syncs, at):
    """The successors of a tuple of locations, from the semantics of TChecker's file format."""
    synchronous = {x for sync in syncs for x in sync}
    alone = [((p, e),) for p, s, e in edges if at[p] == s and (p, e) not in synchronous]
    for takers in [*syncs, *alone]:
        steps = {p: edges.get((p, at[p], e)) for p, e in takers}
        if all(steps.values()):
            yield at | steps


@given(drawn=networks())
def test_the_system_has_the_steps_of_the_network(tmp_path_factory, drawn):
    edges, syncs = drawn
    lines = ["system:n", *(f"event:{e}" for e in "efg"), *(f"process:{p}" for p in "ABXY")]
    lines += [f"location:{p}:l{i}{'{initial:}' if i == 0 else ''}" for p in "ABXY" for i in range(3)]
    lines += [f"edge:{p}:{s}:{t}:{e}" for (p, s, e), t in edges.items()]
    lines += [f"sync:{p}@{e}:{q}@{f}" for (p, e), (q, f) in syncs]
    file = tmp_path_factory.mktemp("tck") / "model.tck"
    file.write_text("\n".join(lines))
    system = read_model(file)
    for s in within(system, 1000):
        at = {p: x for p, x in system.local_states(s).items() if p in set("ABXY")}
        found = [system.local_states(system.after(s, a)) for a in system.enabled(s)]
        expected = [sorted(t.items()) for t in successors(edges, syncs, at)]
        assert sorted([(p, x) for p, x in sorted(t.items()) if p in at] for t in found) == sorted(expected)


def test_identifiers_are_written_as_they_are():
    system = ClientServerSystem(
        "n", (Process("c", "s", (("s", "c.a", "t"),)),), (Process("q", "s", (("s", "c.a", "s"),)),)
    )
    assert to_tck(system).splitlines() == [
        "system:n",
        "",
        "event:c.a",
        "",
        "process:c{role:client}",
        "location:c:s{initial:}",
        "location:c:t",
        "edge:c:s:t:c.a",
        "",
        "process:q{role:server}",
        "location:q:s{initial:}",
        "edge:q:s:s:c.a",
        "",
        "sync:c@c.a:q@c.a",
    ]


def test_names_that_are_no_identifiers_are_escaped_and_the_file_says_so():
    text = to_tck(ClientServerSystem("n-1", (Process("clock", "0", ()),), ()))
    assert text.startswith("system:n_x2D_1{escaped:}\n")
    assert "process:cloc_x6B_{role:client}\nlocation:cloc_x6B_:_x30_{initial:}\n" in text


def test_names_of_other_tools_are_not_unescaped(read):
    assert read(network(*automaton("P_x1_y"))).clients[0].name == "P_x1_y"


PQ = [*automaton("P", "l0:l1:e"), *automaton("Q", "l0:l1:e")]


@pytest.mark.parametrize(
    ("declaration", "said"),
    [
        ("clock:1:x", "a clock: 'clock:1:x'; only the untimed subset"),
        ("int:1:0:1:0:x", "an integer variable: 'int:1:0:1:0:x'"),
        ("location:P:l2{invariant: x<1}", "an invariant: "),
        ("location:P:l2{committed:}", "a committed location: "),
        ("location:P:l2{labels: a : urgent:}", "an urgent location: "),
        ("edge:P:l1:l0:e{provided: x==1}", "a guard: "),
        ("edge:P:l1:l0:e{do: x=0}", "a statement: "),
        ("sync:P@e", "a sync of 1 processes; only the untimed subset"),
        ("sync:P@e:Q@e:P@e", "a sync of 3 processes"),
        ("sync:P@e:Q@e?", "a weak sync: 'Q@e?'"),
        ("sync:P@e:P@e", "process 'P' synchronises with itself"),
        ("sync:P@e:Q", "'Q' in a sync; expected process@event"),
        ("sync:P@e:Q@x", "no event is called 'x'; declare it in an earlier line"),
        ("sync:P@e:X@e", "no process is called 'X'"),
        ("edge:P:l0:l1:e", "a second edge of process 'P' leaves location 'l0' by event 'e'; processes are"),
        ("edge:P:l0:l9:e", "no location of process 'P' is called 'l9'"),
        (
            "edge:P:l0:l1",
            "'edge:P:l0:l1' has 3 fields; expected edge:process:source:target:event{attributes}",
        ),
        ("location:X:l0", "no process is called 'X'"),
        ("location:P:l0", "a second location of process 'P' is called 'l0'; rename one of the two"),
        ("location:P:l2{initial:}", "a second initial location of process 'P'"),
        ("process:P", "a second process is called 'P'"),
        ("process:R{role:master}", "role 'master'; the roles are client and server"),
        ("event:e", "a second event is called 'e'"),
        ("event:0", "'0' is not an identifier; an identifier is a letter or _"),
        ("event:edge", "'edge' is not an identifier"),
        ("event:tckx", "'tckx' is not an identifier"),
        ("system:m", "a second system; one system in a file was expected"),
        ("agent:P", "unknown declaration 'agent:P'"),
        ("location:P:l2{", "unbalanced braces"),
        ("location:P:l2{a:b}c", "unbalanced braces"),
        ("location:P:l2{initial}", "attributes 'initial'; expected {key:value:key:value}"),
    ],
)
def test_what_is_beyond_the_subset_or_malformed_is_refused_with_its_line(file, declaration, said):
    assert said in complaint(file, network("event:e", *PQ, declaration), line=11)


def test_empty_attributes_mean_nothing(read):
    text = network("event:e", *automaton("P", "l0:l1:e{provided: : do:}"))
    assert read(text).actions == ("e",)


def test_the_system_must_come_first(file):
    assert "the file begins with 'event:e'; expected system:name first" in complaint(
        file, "\nevent:e", line=2
    )
    assert "there is no declaration" in complaint(file, "# nothing\n", line=1)


def test_a_process_without_initial_location(file):
    text = network("process:P", "location:P:l0")
    assert "process 'P' has no initial location; mark one with" in complaint(file, text, line=2)


def test_an_escape_that_is_no_character(file):
    assert "a code that is no character" in complaint(file, "system:n{escaped:}\nevent:_xFFFFFFFF_", line=2)


def test_the_same_sync_twice(file):
    text = network("event:e", *PQ, "sync:P@e:Q@e", "sync:Q@e:P@e")
    assert "the same sync as in line 11; keep one of the two" in complaint(file, text, line=12)


def test_three_processes_that_synchronise_in_a_circle_have_no_roles(file):
    syncs = ["sync:P@e:Q@e", "sync:Q@e:R@e", "sync:R@e:P@e"]
    message = complaint(file, network("event:e", *PQ, *automaton("R", "l0:l1:e"), *syncs))
    assert "processes 'P', 'Q', 'R': " in message
    assert "other syncs make both of them clients or both servers" in message


def test_two_cyclic_processes_that_synchronise_have_no_roles(file):
    message = complaint(
        file, network("event:e", *automaton("P", "l0:l0:e"), *automaton("Q", "l0:l0:e"), "sync:P@e:Q@e")
    )
    assert (
        "'P' cannot be a client since it has a cycle, and 'Q' cannot be a client since it has a cycle"
        in message
    )
    assert "a client/server system has acyclic clients" in message


def test_a_cyclic_process_with_local_events_has_no_role(file):
    message = complaint(file, network("event:e", *automaton("P", "l0:l0:e")))
    assert (
        "'P' cannot be a client since it has a cycle, and 'P' cannot be a server since it has local"
        in message
    )


def test_declared_roles_that_contradict_each_other(file):
    text = network("event:e", *PQ, "sync:P@e:Q@e").replace("process:P", "process:P{role:client}")
    message = complaint(file, text.replace("process:Q", "process:Q{role:client}"))
    assert "'Q' cannot be a server since it declares the role client" in message
