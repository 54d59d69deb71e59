"""The oracle of independence: the families, relations that are wrong, limits, bad input."""

from dataclasses import dataclass

import pytest

from mazurka.errors import PreconditionError
from mazurka.limits import Limits, Watch
from mazurka.models import build, families
from mazurka.oracle.independence import (
    Counterexample,
    IndependenceOracle,
    check_independence,
    check_tightness,
    is_tight,
)
from mazurka.systems import ClientServerSystem, EntityAction, EntitySystem, Lts, PetriNet, Process, Transition


def smallest(name):
    """The instance of a family with three, or the fewest possible, of what it counts."""
    p = families()[name].parameters[0]
    return build(name, {"n": max(p.minimum, min(3, p.maximum))})


@pytest.mark.parametrize("name", list(families()))
def test_the_independence_of_every_family_is_valid_at_every_state(name):
    system = smallest(name)
    report = check_independence(system)
    assert report.valid is True
    assert report.pairs_checked == sum(
        system.independent(a, b) for i, a in enumerate(system.actions) for b in system.actions[:i]
    )


@pytest.mark.parametrize(
    "name",
    ["philosophers", "philosophers-atomic", "philosophers-entities", "peterson", "kanban", "last-ticket"],
)
def test_calling_all_pairs_independent_is_refuted_by_states_that_the_system_replays(name):
    system = smallest(name)
    report = check_independence(system, independent=lambda a, b: a != b)
    needed = check_tightness(system)
    assert len(report.invalid) == needed.pairs_checked - len(needed.needless) > 0
    assert all(c.replay(system) for c in report.invalid)
    assert report.valid is False


class ForgetsConflicts(PetriNet):
    """Overlooks that two transitions take the same token."""

    def independent(self, a, b):
        return a != b and not (self.can_enable(a, b) or self.can_enable(b, a))


def test_a_net_that_forgets_conflicts_is_refuted_by_the_marking_with_one_token():
    ticket = build("last-ticket", {"n": 2})
    wrong = ForgetsConflicts(ticket.name, ticket.places, ticket.transitions, ticket.initial)
    (found,) = check_independence(wrong).invalid
    assert {found.a, found.b} == {"buy_1", "buy_2"}
    assert found.what == "'buy_1' disables 'buy_2'"
    assert found.replay(wrong)
    tokens = dict(zip(wrong.places, found.state, strict=True))
    assert (tokens["ticket"], tokens["at_desk_1"], tokens["at_desk_2"]) == (1, 1, 1)


class ForgetsStimulation(EntitySystem):
    """Overlooks that one action makes what another needs."""

    def independent(self, a, b):
        return a != b and not (self.disables(a, b) or self.disables(b, a))


def test_an_entity_system_that_forgets_stimulation_is_refuted_by_a_state_without_the_entity():
    make = EntityAction("make", creates=frozenset({"tool"}))
    use = EntityAction("use", reads=frozenset({"tool"}), creates=frozenset({"work"}))
    wrong = ForgetsStimulation("workshop", frozenset(), (make, use))
    (found,) = check_independence(wrong).invalid
    assert found == Counterexample(frozenset(), "make", "use", "'make' enables 'use'")
    assert found.replay(wrong)


@dataclass(frozen=True)
class ForgetsServers(ClientServerSystem):
    """Compares the clients only."""

    def independent(self, a, b):
        return self.domain[a][0] != self.domain[b][0]


def test_a_client_server_system_that_forgets_servers_is_refuted_at_a_free_lock():
    locks = build("locks", {"n": 2})
    wrong = ForgetsServers(locks.name, locks.clients, locks.servers)
    report = check_independence(wrong)
    assert Counterexample(
        ("0", "0", "free"), "c1.take.l1", "c2.take.l1", "'c1.take.l1' disables 'c2.take.l1'"
    ) in (report.invalid)
    assert all(c.replay(wrong) for c in report.invalid)


def test_two_orders_that_end_apart_are_told_from_a_disabling():
    client = [Process(f"c{i}", "0", (("0", f"write{i}", "1"),)) for i in (1, 2)]
    register = Process("x", "0", tuple((v, f"write{i}", str(i)) for v in "012" for i in (1, 2)))
    system = ClientServerSystem("register", tuple(client), (register,))
    with IndependenceOracle(system) as oracle:
        found = oracle.diamond_fails("write1", "write2").counterexample
    assert found is not None
    assert found.what == "'write1' 'write2' and 'write2' 'write1' lead to different states"
    assert found.replay(system)


def test_a_state_that_refutes_a_pair_need_not_be_reachable():
    """Without a token in the place the two transitions never compete."""
    net = PetriNet("dry", ("p",), (Transition("a", {0: 1}), Transition("b", {0: 1})), (0,))
    with IndependenceOracle(net) as oracle:
        assert oracle.diamond_fails("a", "b").counterexample == ((1,), "a", "b", "'a' disables 'b'")


def test_a_witness_has_few_tokens():
    net = PetriNet("deep", ("p",), (Transition("a", {0: 9}), Transition("b", {0: 9})), (1000,))
    with IndependenceOracle(net) as oracle:
        found = oracle.diamond_fails("a", "b").counterexample
    assert found is not None
    assert found.state[0] <= 15


def test_a_replay_that_finds_another_failure_or_none_does_not_confirm():
    net = build("last-ticket", {"n": 2})
    state = tuple(int(p in ("ticket", "at_desk_1", "at_desk_2")) for p in net.places)
    assert Counterexample(state, "buy_1", "buy_2", "'buy_1' disables 'buy_2'").replay(net)
    assert not Counterexample(state, "buy_1", "buy_2", "'buy_2' enables 'buy_1'").replay(net)
    assert not Counterexample(net.initial, "buy_1", "buy_2", "'buy_1' disables 'buy_2'").replay(net)


def test_relations_that_are_not_symmetric_or_not_irreflexive_are_not_valid():
    clock = build("clock", {"n": 1})
    lopsided = check_independence(clock, independent=lambda a, b: (a, b) == ("tick", "finish_1"))
    assert (lopsided.asymmetric, lopsided.invalid, lopsided.valid) == ((("tick", "finish_1"),), (), False)
    selfish = check_independence(clock, independent=lambda a, b: a == b == "tick")
    assert (selfish.reflexive, selfish.invalid, selfish.valid) == (("tick",), (), False)


def test_needless_dependencies_are_counted():
    """The action d of the figure follows c, after which a is gone: nothing ever depends on it."""
    figure = build("hlpw-figure1", {"n": 1})
    report = check_tightness(figure)
    assert report.needless == (("a", "d"),)
    assert is_tight(figure) is False
    assert is_tight(build("philosophers", {"n": 3})) is True


def test_when_the_solver_gives_up_the_answer_is_not_known():
    net = build("last-ticket", {"n": 2})
    report = check_independence(net, independent=lambda a, b: {a, b} == {"buy_1", "buy_2"}, resources=1)
    assert report.unknown == (("buy_1", "buy_2"),)
    assert (report.valid, report.pairs_checked) == (None, 0)
    assert check_tightness(net, resources=1).tight is None
    with IndependenceOracle(net, resources=1) as oracle:
        answer = oracle.diamond_fails("buy_1", "buy_2")
    assert answer.fails is None
    assert answer.reason


def test_when_the_time_is_up_the_other_pairs_are_not_known():
    net = build("kanban", {"n": 1})
    report = check_independence(net, watch=Watch(Limits(max_seconds=0)))
    assert (report.pairs_checked, report.valid) == (0, None)
    assert len(report.unknown) == 93


def test_a_limit_on_states_says_nothing_about_pairs():
    assert check_independence(build("kanban", {"n": 1}), watch=Watch(Limits(max_states=1))).valid is True


def test_a_system_without_structure_is_refused_by_name():
    system = Lts.from_edges("square", [(0, "a", 1)])
    with pytest.raises(PreconditionError, match=r"square: .*'lts'; give a net"):
        check_independence(system)


def test_the_oracle_works_on_the_places_that_a_pair_touches_and_leaves_the_others_as_they_were():
    net = build("philosophers", {"n": 5})
    with IndependenceOracle(net) as oracle:
        found = oracle.diamond_fails("take_first_1", "take_second_1").counterexample
    assert found is not None
    changed = {p for p, k, first in zip(net.places, found.state, net.initial, strict=True) if k != first}
    touched = {"thinks_1", "has_one_1", "eats_1", "fork_1", "fork_2"}
    assert changed <= touched
