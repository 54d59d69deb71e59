"""Plug-ins from a module in the current directory: what they may be, and what is said of broken ones."""

import sys

import pytest

SELECTORS = """
from mazurka import reducer

def everything(system, state):
    return system.enabled(state)

def first(system, state):
    return system.enabled(state)[:1]

def outside(system, state):
    return [*system.enabled(state), "c", "never heard of"]

def talkative(system, state):
    print("thinking about", state)
    return system.enabled(state)

@reducer(promises=["soundness", "persistent"], formalisms=["client-server"], preconditions=["acyclic"])
def declared(system, state):
    return system.enabled(state)

@reducer(preconditions=["acyclic"])
def for_acyclic(system, state):
    return system.enabled(state)

class Selector:
    def __call__(self, system, state, eager=False):
        return system.enabled(state)

selector = Selector()
"""

REDUCERS = """
import mazurka
from mazurka.reference.explorer import explore, to_exploration

def exploration(system, options, watch):
    return to_exploration(explore(system, watch), system, watch.seconds())

def graph(system, options, watch):
    return explore(system, watch)

def foreign_states(system, options, watch):
    found = mazurka.StateGraph([system.initial, "nowhere"], [[("a", 1)], []])
    return found

def dangling(system, options, watch):
    return mazurka.StateGraph([system.initial], [[("a", 7)]])

def no_graph(system, options, watch):
    return mazurka.Exploration(1, 1, 0, 0, True, None, 0.0)

def nothing(system, options, watch):
    return None

@mazurka.reducer(options={"depth": mazurka.Option(3, help="how deep")})
def with_options(system, options, watch):
    assert options["depth"] == 4, options
    return explore(system, watch)

ready = mazurka.Reducer("ready", exploration, promises=("local-states",))
"""

BROKEN = """
def crashes(system, state):
    return [1 / 0]

def word(system, state):
    return "abc"

def numbers(system, state):
    return [1, 2]

def one(system):
    return []

def deep(system, state):
    return deep(system, state)

def leaves(system, state):
    raise SystemExit(0)

class Class:
    pass

text = "a text"
"""


CONFUSED = """
import mazurka

def nested(system, state):
    return [["x"]]

@mazurka.reducer(promises=["soundness", "dedlocks"])
def misspelt(system, state):
    return system.enabled(state)

def lists(system, options, watch):
    return mazurka.StateGraph([[]], [[]])
"""


@pytest.fixture
def plug_ins(tmp_path, monkeypatch):
    """Modules in the current directory, forgotten afterwards."""
    modules = {
        "my_selectors": SELECTORS,
        "my_reducers": REDUCERS,
        "my_broken": BROKEN,
        "my_confused": CONFUSED,
    }
    for name, text in modules.items():
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "my_syntax.py").write_text("def f(:\n")
    (tmp_path / "my_import.py").write_text("import a_module_that_is_not_there\n")
    (tmp_path / "my_exit.py").write_text("raise SystemExit(0)\n")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield
    for name in [m for m in sys.modules if m.startswith("my_")]:
        del sys.modules[name]


pytestmark = pytest.mark.usefixtures("plug_ins")


def answers(ran):
    """The answers by criterion."""
    return {c["name"]: c["holds"] for c in ran.json["criteria"]}


@pytest.mark.parametrize(
    "plug_in",
    ["my_selectors:everything", "my_selectors:selector", "my_reducers:exploration", "my_reducers:graph"],
)
def test_a_selector_and_a_reducer_are_audited_for_soundness_and_deadlocks(mazurka, rival, plug_in):
    ran = mazurka("audit", rival, "--reducer", plug_in, "--json")
    assert (ran.status, ran.json["reducer"]) == (0, plug_in)
    assert answers(ran) == {"soundness": True, "deadlocks": True}


def test_a_selector_that_loses_a_deadlock_fails(mazurka, rival):
    ran = mazurka("audit", rival, "--reducer", "my_selectors:first", "--json")
    assert ran.status == 1
    assert answers(ran) == {"soundness": True, "deadlocks": False}


def test_a_selector_that_chooses_what_is_not_enabled_fails_soundness(mazurka, rival):
    ran = mazurka("audit", rival, "--reducer", "my_selectors:outside", "--json")
    assert ran.status == 1
    assert answers(ran) == {"soundness": False, "deadlocks": None}
    assert "'c', which the system does not enable" in ran.json["criteria"][0]["reason"]


def test_a_reducer_with_states_that_are_none_fails_soundness(mazurka, rival):
    ran = mazurka("audit", rival, "--reducer", "my_reducers:foreign_states", "--json")
    assert (ran.status, answers(ran)["soundness"]) == (1, False)


def test_what_a_plug_in_declares_is_what_is_judged(mazurka, clients, rival, loops):
    ran = mazurka("audit", clients, "--reducer", "my_selectors:declared", "--json")
    assert answers(ran) == {"soundness": True, "persistent": True}
    refused = mazurka("audit", rival, "--reducer", "my_selectors:declared")
    assert (refused.status, "not petri-net ones" in refused.err) == (2, True)
    cyclic = mazurka("audit", loops, "--reducer", "my_selectors:for_acyclic")
    assert (cyclic.status, "for acyclic systems only" in cyclic.err) == (2, True)
    assert mazurka("audit", rival, "--reducer", "my_selectors:for_acyclic").status == 0
    ready = mazurka("audit", rival, "--reducer", "my_reducers:ready", "--json")
    assert answers(ready) == {"soundness": True, "local-states": True}


def test_options_of_a_plug_in_are_typed(mazurka, rival):
    common = ("reduce", rival, "--reducer", "my_reducers:with_options")
    assert mazurka(*common, "--set", "depth=4").status == 0
    assert "option depth is an integer, not 'deep'" in mazurka(*common, "--set", "depth=deep").err
    assert "{'depth': 3}" in mazurka(*common).err


def test_what_a_plug_in_prints_does_not_spoil_the_json(mazurka, rival):
    ran = mazurka("audit", rival, "--reducer", "my_selectors:talkative", "--json")
    assert ran.json["verdict"] == "pass"
    assert "thinking about (1, 1, 0)" in ran.err


@pytest.mark.parametrize(
    ("plug_in", "message"),
    [
        ("my_absent:f", "there is no module 'my_absent'; run from the folder that holds it"),
        ("my_broken.inner:f", "there is no module 'my_broken.inner'"),
        ("my_broken.py:word", "'my_broken.py' is a file; write the module's name"),
        ("my_broken:", "it lacks a module or a name; write package.module:attr"),
        (
            "my_broken:absent",
            "module my_broken has no 'absent'; it has: Class, crashes, deep, leaves, numbers, one, word",
        ),
        ("my_syntax:f", "importing my_syntax failed: "),
        ("my_import:f", "importing my_import failed: "),
        ("my_exit:f", "importing my_exit failed: "),
        ("my_broken:text", "it is a value of type str; a function or a mazurka.Reducer is expected"),
        ("my_broken:Class", "it is a class; a function or a mazurka.Reducer is expected"),
        ("my_broken:one", "it has 1 required parameters; expected choose(system, state) or reduce("),
        ("my_broken:word", "it returned 'abc'; a selector returns a collection of action names"),
        ("my_confused:nested", "it returned [['x']]; a selector returns a collection of action names"),
        (
            "my_confused:misspelt",
            "it promises 'dedlocks', but no criterion is called 'dedlocks'; there are: ample, ",
        ),
        ("my_confused:lists", "it failed at "),
        ("my_broken:numbers", "it returned [1, 2]; a selector returns a collection of action names"),
        ("my_reducers:nothing", "it returned NoneType; a reducer returns an Exploration or a StateGraph"),
    ],
)
def test_a_broken_plug_in_is_one_line_with_the_cure(mazurka, rival, plug_in, message):
    ran = mazurka("audit", rival, "--reducer", plug_in)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"mazurka: plug-in {plug_in}: {message}")
    assert ran.err.count("\n") == 1


def test_a_plug_in_that_crashes_is_named_with_its_last_line(mazurka, rival):
    ran = mazurka("audit", rival, "--reducer", "my_broken:crashes")
    assert ran.status == 2
    assert ran.err.startswith("mazurka: plug-in my_broken:crashes: it failed at ")
    assert ran.err.endswith("my_broken.py:3: ZeroDivisionError: division by zero\n")
    assert "RecursionError" in mazurka("audit", rival, "--reducer", "my_broken:deep").err
    left = mazurka("audit", rival, "--reducer", "my_broken:leaves")
    assert (left.status, "SystemExit: 0" in left.err) == (2, True)


def test_debug_shows_the_traceback_of_a_plug_in(mazurka, rival):
    ran = mazurka("audit", rival, "--reducer", "my_broken:crashes", "--debug")
    assert ran.status == 2
    assert "Traceback (most recent call last)" in ran.err
    assert "return [1 / 0]" in ran.err


@pytest.mark.parametrize(
    ("plug_in", "message"),
    [
        ("my_reducers:dangling", "its graph has the edge (0, 'a', 7); nodes are 0 to 0"),
        ("my_reducers:no_graph", "keeps no graph"),
    ],
)
def test_a_graph_that_cannot_be_read_is_named(mazurka, rival, plug_in, message):
    ran = mazurka("audit", rival, "--reducer", plug_in)
    assert ran.status == 2
    assert message in ran.err
