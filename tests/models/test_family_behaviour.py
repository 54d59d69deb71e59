"""What the description of a family claims of its behaviour."""

import pytest

from mazurka.models import build
from mazurka.reference.explorer import explore
from mazurka.reference.source_sets import is_covering
from mazurka.reference.traces import maximal_runs
from mazurka.systems import PetriNet, replay


def marked(net, marking):
    """The places that hold a token."""
    return {p for p, k in zip(net.places, marking, strict=True) if k}


def reachable(system):
    return explore(system).states


def deadlocks(system):
    return [s for s in reachable(system) if not system.enabled(s)]


@pytest.mark.parametrize("n", [2, 3])
def test_peterson_lets_one_process_at_a_time_into_its_critical_section(n):
    net = build("peterson", {"n": n})
    inside = [{p for p in marked(net, m) if p.startswith("critical")} for m in reachable(net)]
    assert max(map(len, inside)) == 1
    assert set().union(*inside) == {f"critical_{i}" for i in range(1, n + 1)}


def test_peterson_is_safe():
    assert max(max(m) for m in reachable(build("peterson", {"n": 3}))) == 1


def test_a_station_of_the_token_ring_never_uses_a_token_that_is_elsewhere():
    net = build("token-ring", {"n": 3})
    for m in reachable(net):
        assert sum(p.startswith(("token", "uses")) for p in marked(net, m)) == 1


def test_neighbours_never_eat_together():
    for family in ("philosophers-atomic", "philosophers", "philosophers-ordered"):
        net = build(family, {"n": 4})
        prefix = "e" if family == "philosophers-atomic" else "eats"
        for m in reachable(net):
            at = marked(net, m)
            assert not any(f"{prefix}_{i}" in at and f"{prefix}_{i % 4 + 1}" in at for i in range(1, 5))


def test_the_deadlock_of_the_philosophers_is_that_everybody_holds_the_left_fork():
    net = build("philosophers", {"n": 3})
    assert [marked(net, m) for m in deadlocks(net)] == [{"has_one_1", "has_one_2", "has_one_3"}]
    system = build("philosophers-entities", {"n": 3})
    assert deadlocks(system) == [frozenset({"one1", "one2", "one3"})]


def test_the_philosophers_of_both_formalisms_do_the_same():
    """The same graph, step by step, when the actions are renamed."""
    net, entities = build("philosophers", {"n": 3}), build("philosophers-entities", {"n": 3})
    renamed = dict(zip(net.actions, entities.actions, strict=True))
    ours, theirs = explore(net), explore(entities)
    assert [[(renamed[a], m) for a, m in out] for out in ours.successors] == theirs.successors


def test_the_states_in_which_dp_cannot_go_on_are_the_two_deadlocks_and_the_end():
    system = build("dp", {"n": 3})
    stuck = {frozenset(s[:3]) for s in deadlocks(system)}
    assert stuck == {frozenset({"left0"}), frozenset({"right0"}), frozenset({"done"})}


def test_the_weighted_counter_ends_in_the_binary_numeral():
    net = build("counter-weighted", {"n": 11})
    assert [marked(net, m) for m in deadlocks(net)] == [{"worth_1", "worth_2", "worth_8"}]


def test_writers_are_alone_and_nobody_begins_while_the_library_is_closed():
    net = build("readers-writers", {"n": 3})
    for m in reachable(net):
        at = marked(net, m)
        writing, reading = (sum(p.startswith(x) for p in at) for x in ("writes_", "reads_"))
        assert writing == 0 or (writing == 1 and reading == 0)
        if "closed" in at:
            assert not any(a.startswith("begin") for a in net.enabled(m))


def test_each_visitor_may_get_the_last_ticket():
    net = build("last-ticket", {"n": 3})
    winners = [{p for p in marked(net, m) if p.startswith("inside")} for m in deadlocks(net)]
    assert sorted(map(sorted, winners)) == [["inside_1"], ["inside_2"], ["inside_3"]]


def test_exploring_one_transition_a_marking_loses_a_deadlock_of_the_last_ticket():
    """Which is what remains when the competition of buyers is ignored: the other dependencies are orders."""
    net = build("last-ticket", {"n": 2})
    m = net.initial
    while net.enabled(m):
        m = net.after(m, net.enabled(m)[0])
    assert m in deadlocks(net)
    assert len(deadlocks(net)) == 2
    dependent = {(a, b) for a in net.actions for b in net.actions if a < b and not net.independent(a, b)}
    assert dependent == {("arrive_1", "buy_1"), ("arrive_2", "buy_2"), ("buy_1", "buy_2")}


def test_the_clock_never_meets_a_worker():
    net = build("clock", {"n": 3})
    assert all(net.independent(x, f"finish_{i}") for x in ("tick", "tock") for i in (1, 2, 3))
    assert replay(net, ("tick", "tock")) == net.initial


def test_hlpw_figure_1_has_the_runs_and_sets_that_its_text_speaks_of():
    system = build("hlpw-figure1", {"n": 1})
    s = system.initial
    assert (len(system.clients), len(system.servers)) == (2, 3)
    assert set(maximal_runs(system, s)) == {tuple(w) for w in ("a", "bcd", "cbd", "cdb")}
    assert set(system.enabled(s)) == {"a", "b", "c"}
    assert is_covering(system, s, {"a", "b"})
    assert not is_covering(system, s, {"a"})
    assert not is_covering(system, s, {"b"})
    # {a, b} is not persistent: c is outside, can be taken first, and depends on a.
    assert not system.independent("c", "a")


def test_nets_have_the_arcs_that_their_families_promise():
    def has(family, kind):
        net = build(family, {"n": 2})
        assert isinstance(net, PetriNet)
        return any(getattr(t, kind) for t in net.transitions)

    assert has("readers-writers", "inhibitors")
    assert has("readers-writers", "reads")
    assert has("peterson", "reads")
    assert has("token-ring", "reads")
    assert any(w > 1 for t in build("counter-weighted", {"n": 2}).transitions for w in t.consumes.values())
