"""Reducers by name: what is listed exists, entry points may be broken, options are checked."""

import re
import warnings
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from mazurka import registry
from mazurka.audit import audit
from mazurka.errors import CyclicSystemError, OptionError, PreconditionError, UnknownNameError
from mazurka.limits import Limits, Watch
from mazurka.oracle.includes_first_set import IncludesFirstSet
from mazurka.registry import (
    ACYCLIC,
    BUILT_IN,
    Option,
    PlugInWarning,
    PromisesWith,
    Reducer,
    find_reducer,
    reducers,
)
from mazurka.registry.provisos import PLAIN_PROVISO_OPTIONS, PROVISO_PROMISES
from mazurka.systems import ClientServerSystem, Process
from mazurka.without_full import audit_without_full
from tests.cli.small_systems import diamond, late_rival, two_clients, two_loops


def test_the_names_of_the_contract_are_built_in():
    contract = {
        "reach",
        "stubborn/closure",
        "stubborn/deletion",
        "pset+sleep",
        "plain/reach",
        "plain/persistent",
        "plain/sleep",
        "plain/stubborn/closure",
        "plain/stubborn/deletion",
        "plain/pset+sleep",
        "broken/ignores-dependency",
        "broken/forgets-proviso",
    }
    assert contract <= set(BUILT_IN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_promise_is_a_criterion_and_every_reducer_has_a_source(name):
    reducer = BUILT_IN[name]
    promised = {p for w in reducer.promises_with for p in w.promises}
    assert promised | {*reducer.promises, *reducer.promises_if_acyclic} <= set(registry.criteria())
    assert reducer.source
    unsound = ("broken/", "probe/kr", "probe/drop:", "stubborn/dependency-groups")
    assert reducer.sound_as_printed is not name.startswith(unsound)


@pytest.mark.parametrize("name", [n for n in BUILT_IN if n.startswith("plain/") and n[6:] in BUILT_IN])
def test_a_plain_reducer_promises_what_the_optimized_one_does(name):
    plain, optimized = BUILT_IN[name], BUILT_IN[name[6:]]
    assert (plain.promises, plain.promises_with) == (optimized.promises, optimized.promises_with)
    assert plain.formalisms == optimized.formalisms


KINDS = ("closure", "deletion", "smallest", "insertion")


def test_compare_takes_sound_optimized_reducers_of_the_formalism():
    names = {f: [r.name for r in registry.default_reducers(f)] for f in ("petri-net", "client-server", "lts")}
    assert names == {
        "petri-net": ["reach", *(f"stubborn/{s}" for s in KINDS), "probe/sound"],
        "client-server": [
            "reach",
            "pset+sleep",
            "full+sleep",
            "full-sleep",
            "minclosure+sleep",
            "apifs+sleep",
            "pset-next+sleep",
            "fresh+sleep",
            "unfolded+sleep",
            "merged+sleep",
            "lean+sleep",
        ],
        "lts": ["reach"],
    }


def test_an_unknown_name_is_an_error_that_lists_the_names():
    with pytest.raises(
        UnknownNameError, match=r"no reducer is called 'nix'; there are: .*broken/forgets-proviso"
    ):
        find_reducer("nix")


def entry_points(monkeypatch, **values):
    """Pretend that a package with these entry points is installed."""
    found = [EntryPoint(name, value, registry.GROUP) for name, value in values.items()]
    monkeypatch.setattr(registry, "entry_points", lambda group: found if group == registry.GROUP else [])


def test_an_entry_point_is_a_reducer_by_its_name(monkeypatch):
    entry_points(monkeypatch, mine="tests.audit.some_plug_in:choose")
    assert find_reducer("mine").name == "mine"
    assert find_reducer("mine").line == "plugin"
    assert find_reducer("mine").run(late_rival()).states == 5


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("tests.audit.absent:choose", "ModuleNotFoundError: No module named 'tests.audit.absent'"),
        ("tests.audit.some_plug_in:absent", "AttributeError: "),
        ("tests.audit.some_plug_in:NUMBER", "it is a value of type int"),
    ],
)
def test_a_broken_entry_point_is_a_warning_and_the_others_stay(monkeypatch, value, problem):
    entry_points(monkeypatch, broken=value, fine="tests.audit.some_plug_in:choose")
    with pytest.warns(PlugInWarning, match="entry point left out: .*broken") as seen:
        found = reducers()
    assert problem in str(seen[0].message)
    assert "fine" in found
    assert "broken" not in found


def test_an_entry_point_cannot_replace_a_built_in_reducer(monkeypatch):
    entry_points(monkeypatch, reach="tests.audit.some_plug_in:choose")
    with pytest.warns(PlugInWarning, match="another reducer has this name"):
        assert reducers()["reach"] is BUILT_IN["reach"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert find_reducer("reach") is BUILT_IN["reach"]


OPTIONS = Reducer(
    "with-options",
    lambda *_: None,
    options={
        "deep": Option(True),
        "depth": Option(3),
        "weight": Option(0.5),
        "order": Option("a", ("a", "b")),
    },
)


@pytest.mark.parametrize(
    ("setting", "value"),
    [("deep=no", False), ("deep=TRUE", True), ("depth=-4", -4), ("weight=2", 2.0), ("order=b", "b")],
)
def test_options_have_the_type_of_their_default(setting, value):
    name = setting.partition("=")[0]
    parsed = OPTIONS.parse([setting])
    assert parsed == {"deep": True, "depth": 3, "weight": 0.5, "order": "a", name: value}
    assert type(parsed[name]) is type(value)


@pytest.mark.parametrize(
    ("setting", "error", "message"),
    [
        ("deep=maybe", OptionError, "option deep is true or false, not 'maybe'"),
        ("depth=1.5", OptionError, "option depth is an integer, not '1.5'"),
        ("weight=heavy", OptionError, "option weight is a number, not 'heavy'"),
        ("order=c", OptionError, "option order is one of a, b, not 'c'"),
        ("order", OptionError, "an option is set as KEY=VALUE, not 'order'"),
        (
            "size=1",
            UnknownNameError,
            "no option of with-options is called 'size'; there are: deep, depth, order",
        ),
    ],
)
def test_a_wrong_option_says_what_was_expected(setting, error, message):
    with pytest.raises(error, match=message):
        OPTIONS.parse([setting])


def test_preconditions_are_enforced_by_name():
    with pytest.raises(PreconditionError, match="stubborn/closure reduces petri-net systems, not lts ones"):
        find_reducer("stubborn/closure").run(diamond())
    with pytest.raises(CyclicSystemError, match="plain/sleep is defined for acyclic systems only"):
        find_reducer("plain/sleep").run(two_loops())
    assert find_reducer("plain/sleep").run(two_clients()).deadlocks == 1


CIRCLES = ClientServerSystem(
    "circles", (Process("c", "0", (("0", "a", "0"),)),), (Process("s", "0", (("0", "a", "0"),)),), None, True
)


@pytest.mark.parametrize("name", [n for n, r in BUILT_IN.items() if ACYCLIC in r.preconditions])
def test_what_needs_finite_runs_refuses_a_cyclic_client_by_name(name):
    message = f"{re.escape(name)} is defined for acyclic systems only, .*: that of client 'c'"
    with pytest.raises(CyclicSystemError, match=message):
        find_reducer(name).run(CIRCLES)


def test_the_oracle_and_the_audit_by_it_refuse_a_cyclic_client():
    with pytest.raises(CyclicSystemError, match="that of client 'c'"):
        IncludesFirstSet(CIRCLES)
    with pytest.raises(CyclicSystemError, match="that of client 'c'"):
        audit_without_full(CIRCLES, find_reducer("reach"))
    assert find_reducer("reach").run(CIRCLES).transitions == 1


def test_a_limit_before_a_precondition_is_known_is_a_limit():
    found = find_reducer("plain/sleep").run(two_loops(), watch=Watch(Limits(max_states=1)))
    assert (found.complete, found.limit, found.states) == (False, "max_states", 1)


WITH_PROVISO = Reducer(
    "with-proviso", lambda *_: None, options=PLAIN_PROVISO_OPTIONS, promises_with=PROVISO_PROMISES
)
ALWAYS = ("soundness", "deadlocks")


@pytest.mark.parametrize(
    ("settings", "formalism", "more"),
    [
        ([], "petri-net", ()),
        (["proviso=stack-safety"], "petri-net", ("no-ignoring",)),
        (["proviso=stack-safety"], "client-server", ("no-ignoring", "local-states")),
        (["proviso=colour"], "petri-net", ("no-ignoring", "cycle-expansion")),
        (["proviso=queue-safety", "visible=p"], "petri-net", ("no-ignoring", "reachable-views")),
        (
            ["proviso=queue", "visible=p"],
            "petri-net",
            ("no-ignoring", "cycle-expansion", "reachable-views", "ltl-x"),
        ),
        (["visible=p"], "petri-net", ()),
        (["proviso=tests.audit.some_plug_in:Proviso"], "petri-net", ("no-ignoring",)),
    ],
)
def test_a_promise_may_depend_on_options_and_on_the_formalism(settings, formalism, more):
    options = WITH_PROVISO.parse(settings)
    assert WITH_PROVISO.promised(options, formalism) == (*ALWAYS, *more)


def test_a_value_for_a_plug_in_has_a_colon():
    with pytest.raises(
        OptionError, match=r"option proviso is one of none, .*, or package\.module:attr, not 'x'"
    ):
        WITH_PROVISO.parse(["proviso=x"])


def test_what_is_visible_to_the_audit_and_to_the_reducer_is_the_same():
    asked = []

    def reduce(system, options, watch):
        asked.append(options["visible"])
        return find_reducer("plain/reach").run(system, {}, watch)

    sees = replace(WITH_PROVISO, reduce=reduce, promises_with=(PromisesWith({"visible": ()}, ("ltl-x",)),))
    p = next(iter(two_loops().local_states(two_loops().initial)))
    both = {"visible": [p], "options": {"visible": p}}
    for arguments in ({"visible": [p]}, {"options": {"visible": p}}, both):
        result = audit(two_loops(), sees, **arguments)
        assert [f.name for f in result.findings] == [*ALWAYS, "ltl-x"]
        assert result.verdict == "pass"
    assert asked == [p, p, p]
