"""Provisos on the command line: options, promises that depend on them, provisos of one's own, bad input."""

import pytest

from mazurka.formats import write_model
from mazurka.systems import ClientServerSystem, Process

CLOSURE = ("--reducer", "plain/stubborn/closure")

PROVISOS = """
from mazurka.reference.proviso_search import Proviso
from mazurka.reference.stack_provisos import Stack

class Careful(Stack):
    promises = ("cycle-expansion",)

class Careless(Proviso):
    promises = ("no-ignoring",)

class Failing(Proviso):
    def accepts(self, s, steps):
        return steps[99]

class Strange:
    pass

def last(arcs, m, t, found, choices):
    return len(choices) - 1
"""


@pytest.fixture
def my_provisos(tmp_path, monkeypatch):
    """A module of provisos in the current directory."""
    (tmp_path / "my_provisos.py").write_text(PROVISOS)
    monkeypatch.delitem(__import__("sys").modules, "my_provisos", raising=False)


def criteria(ran):
    """The answers of an audit by criterion."""
    return {c["name"]: c["holds"] for c in ran.json["criteria"]}


def test_the_audit_holds_a_reducer_to_what_it_promises_with_its_options(mazurka, loops):
    always = {"soundness": True, "deadlocks": True, "stubborn": True}
    assert criteria(mazurka("audit", loops, *CLOSURE, "--json")) == always
    safe = mazurka("audit", loops, *CLOSURE, "--set", "proviso=stack-safety", "--json")
    assert criteria(safe) == {**always, "no-ignoring": True}
    live = mazurka("audit", loops, *CLOSURE, "--set", "proviso=colour", "--json")
    assert criteria(live) == {**always, "no-ignoring": True, "cycle-expansion": True}


def test_what_is_visible_to_the_audit_is_visible_to_the_reducer(mazurka, loops):
    common = ("audit", loops, *CLOSURE, "--set", "proviso=colour", "--json")
    found = criteria(mazurka(*common, "--visible", "q1"))
    assert (found["ltl-x"], found["reachable-views"]) == (True, True)
    assert criteria(mazurka(*common, "--set", "visible=q1")) == found


def test_reducers_tell_what_they_promise_with_which_options(mazurka):
    rows = {r["name"]: r for r in mazurka("reducers", "--json").json}
    added = rows["plain/stubborn/closure"]["promises_with"]
    assert [w["promises"] for w in added] == [
        ["no-ignoring"],
        ["local-states"],
        ["cycle-expansion"],
        ["reachable-views"],
        ["ltl-x"],
    ]
    assert "stack-safety" in added[0]["options"]["proviso"]
    assert added[-1]["options"]["visible"] == []
    out = mazurka("reducers").out
    assert "    with proviso PROVISO-2 and visible set also ltl-x\n" in out
    assert "    --set proviso=none|PROVISO-1 (default none)\n" in out
    groups = " ".join(out.partition("\n\n")[0].split())
    assert groups.startswith("PROVISO-1 stack-safety expanded-safety ")
    assert groups.endswith(" PROVISO-2 stack colour colour-anticipating scc queue open sticky two-phase")
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["proviso=stak"], "option proviso is one of none, stack-safety"),
        (["proviso=queue", "order=dfs"], "the proviso queue is for the order bfs, not for dfs"),
        (["visible=nix"], "no component is called 'nix'; there are: "),
        (["proviso=nowhere:Proviso"], "plug-in nowhere:Proviso: there is no module 'nowhere'"),
    ],
)
def test_a_wrong_setting_is_bad_input(mazurka, loops, settings, message):
    ran = mazurka("reduce", loops, *CLOSURE, *(x for s in settings for x in ("--set", s)))
    assert ran.status == 2
    assert message in ran.err


@pytest.mark.usefixtures("my_provisos")
def test_a_proviso_of_ones_own_is_held_to_what_it_promises(mazurka, loops):
    careful = mazurka("audit", loops, *CLOSURE, "--set", "proviso=my_provisos:Careful", "--json")
    assert (careful.status, criteria(careful)["cycle-expansion"]) == (0, True)
    careless = mazurka("audit", loops, *CLOSURE, "--set", "proviso=my_provisos:Careless", "--json")
    assert (careless.status, criteria(careless)["no-ignoring"]) == (1, False)


@pytest.mark.usefixtures("my_provisos")
@pytest.mark.parametrize(
    ("proviso", "message"),
    [
        ("Failing", "plug-in my_provisos:Failing: it failed at "),
        ("Strange", "is no subclass of mazurka.reference.proviso_search.Proviso"),
        ("Missing", "module my_provisos has no 'Missing'"),
    ],
)
def test_a_proviso_that_cannot_be_used_is_bad_input(mazurka, loops, proviso, message):
    ran = mazurka("reduce", loops, *CLOSURE, "--set", f"proviso=my_provisos:{proviso}")
    assert ran.status == 2
    assert message in ran.err


@pytest.mark.parametrize("setting", ["proviso=my_provisos:Careful", "proviso=stak"])
def test_a_compiled_reducer_says_which_one_takes_a_proviso_of_ones_own(mazurka, loops, setting):
    ran = mazurka("reduce", loops, "--reducer", "stubborn/closure", "--set", setting)
    said = "; plain/stubborn/closure takes one's own, package.module:attr" in ran.err
    assert (ran.status, said) == (2, ":" in setting)


@pytest.mark.usefixtures("my_provisos")
def test_a_choice_of_scapegoats_may_be_ones_own(mazurka, rival):
    insertion = ("--reducer", "plain/stubborn/insertion", "--json")
    ran = mazurka("audit", rival, *insertion, "--set", "scapegoat=my_provisos:last")
    assert ran.json["verdict"] == "pass"
    for setting in ("scapegoat=random", "scapegoat=first", "scapegoat=fewest"):
        assert mazurka("audit", rival, *insertion, "--set", setting).json["verdict"] == "pass"
    ran = mazurka("audit", rival, *insertion, "--set", "scapegoat=random", "--set", "seed=-1")
    assert (ran.status, "option seed: -1 is not between 0 and 1048575" in ran.err) == (2, True)


def test_a_cyclic_client_is_refused_where_runs_must_end_and_reduced_elsewhere(mazurka, tmp_path):
    around, ready = (("0", "a", "0"), ("0", "b", "0")), (("0", "a", "0"), ("0", "b", "0"))
    clients = (Process("c", "0", around),)
    system = ClientServerSystem("circles", clients, (Process("s", "0", ready),), cyclic_clients=True)
    file = tmp_path / "circles.cs.json"
    write_model(system, file)
    refused = mazurka("reduce", file, "--reducer", "pset+sleep")
    assert (refused.status, "and this one has a cycle: that of client 'c'" in refused.err) == (2, True)
    kept = mazurka("audit", file, "--reducer", "plain/pset", "--set", "proviso=colour", "--json")
    assert kept.json["verdict"] == "pass"
    assert criteria(kept)["local-states"] is True
