"""The clauses of IFS(s, B): each holds in every run, and a model with an acyclic order gives a run.

    [HLPW]  Definition 14; oracle/first_set_formula.py, whose numbers (1) to (12) are used here, and
    oracle/precedence.py.

What is proved, for arbitrary systems: that a run v with (1) and (2) is enough, and the steps by which a model
of the clauses becomes a run, of a client and of a server.  Not here: that the clauses of the code are those
of the text, which runs and answers on random systems show (`fuzz/test_oracle_first_sets.py`).
"""

from itertools import pairwise

import pytest
import z3
from pysat.solvers import Solver

from mazurka.oracle.client_events import ClientEvents
from mazurka.oracle.precedence import Precedence
from mazurka.systems import ClientServerSystem, Process
from proofs.smt.frame import prove
from proofs.smt.test_client_server import a, client, enabled, s, server

later = z3.Const("later", s.sort())
"""The state before an action c of a maximal run that extends v; here c is called a."""
UNMOVED = {
    "client_unmoved": later[client(a)] == s[client(a)],
    "server_unmoved": later[server(a)] == s[server(a)],
}
in_b, shares, in_first_w = z3.Bools("in_b shares in_first_w")


def test_what_can_come_first_in_the_longer_run_is_enabled_at_once():
    """c ∈ first(w): neither of its processes takes part in anything before it."""
    prove(enabled(s, a), enabled_later=enabled(later, a), **UNMOVED)


def test_a_maximal_run_leaves_nothing_enabled_that_shares_no_process_with_it():
    """From w to v = w: (2) holds, since what is enabled at s and untouched is still enabled."""
    prove(enabled(later, a), enabled=enabled(s, a), **UNMOVED)


def test_the_first_set_of_every_longer_run_is_within_b():
    """From v to w = v·u: c ∈ first(w) is in first(v), or enabled and shares no process with v: (1), (2)."""
    in_first_v, is_enabled = z3.Bools("in_first_v is_enabled")
    prove(
        z3.Implies(in_first_w, in_b),
        one=z3.Implies(in_first_v, in_b),
        two=z3.Implies(z3.And(is_enabled, z3.Not(in_b)), shares),
        enabled_at_once=z3.Implies(z3.And(in_first_w, z3.Not(in_first_v)), is_enabled),
        else_untouched=z3.Implies(z3.And(in_first_w, z3.Not(in_first_v)), z3.Not(shares)),
    )


Event = z3.DeclareSort("Event")
Local = z3.DeclareSort("EventLocal")
occurs, on_path = (z3.Function(n, Event, z3.BoolSort()) for n in ("occurs", "on_path"))
leaves, target = (z3.Function(n, Event, Local) for n in ("leaves", "target"))
begin, x = z3.Consts("begin x", Local)
e, f, g = z3.Consts("e f g", Event)
goes_on = z3.Function("goes_on", Local, Event)
"""The event of the path that leaves a local state on it."""


def test_the_events_of_a_client_that_occur_lie_on_one_path():
    """By induction along the acyclic client: f occurs; the event g that enters where f begins is on the path.

    So the path reaches the local state that f leaves; it goes on there by some event that occurs, as it is
    longest and f does occur; by (4) that event is f.
    """
    prove(
        on_path(f),
        occurs=occurs(f),
        three=z3.Implies(occurs(f), z3.And(occurs(g), target(g) == leaves(f))),
        by_induction=z3.Implies(occurs(g), on_path(g)),
        longest=z3.Implies(
            z3.And(on_path(g), target(g) == leaves(f), occurs(f)),
            z3.And(
                on_path(goes_on(leaves(f))),
                occurs(goes_on(leaves(f))),
                leaves(goes_on(leaves(f))) == leaves(f),
            ),
        ),
        four=z3.Implies(
            z3.And(occurs(f), occurs(goes_on(leaves(f))), leaves(f) == leaves(goes_on(leaves(f)))),
            f == goes_on(leaves(f)),
        ),
    )


possible = z3.Function("possible", Event, Local, z3.BoolSort())
leads = z3.Function("leads", Event, Local, Local)
now = z3.Function("now", Event, Local)
"""Where the server really is after an event, if it does its events in the row that first and next give."""
said = z3.Function("said", Event, Local, z3.BoolSort())
"""The variable leaves(e, y)."""
next_after, is_first = z3.Bools("next_after is_first")


def test_a_server_can_do_its_next_event():
    """A step along the row: (8), with what is said of f, makes e possible and says where it leads."""
    prove(
        z3.And(possible(e, now(f)), said(e, leads(e, now(f)))),
        next=next_after,
        by_induction=said(f, now(f)),
        eight=z3.Implies(
            z3.And(next_after, said(f, now(f))), z3.And(possible(e, now(f)), said(e, leads(e, now(f))))
        ),
    )


def test_the_row_of_a_server_has_no_branch_and_no_second_beginning():
    """(5) and (6): two events of the row that come directly after the same one are the same."""
    next_e, next_f = z3.Bools("next_e next_f")
    prove(
        e == f,
        six=z3.Not(z3.And(next_e, next_f, e != f)),
        next_e=next_e,
        next_f=next_f,
    )


precedes = z3.Function("precedes", Event, Event, z3.BoolSort())


def test_what_leads_to_an_event_precedes_it_in_every_run():
    """(12): f leads to e in its client, so f is not after e; were e first of its server, f would be later."""
    position = z3.Function("position", Event, z3.IntSort())
    prove(
        z3.Not(z3.And(is_first, occurs(f))),
        client_order=z3.Implies(occurs(f), position(f) < position(e)),
        first_of_its_server=z3.Implies(z3.And(is_first, occurs(f)), position(e) <= position(f)),
    )


def test_triangles_with_a_common_corner_carry_the_order_around_a_cycle():
    """A step of `Precedence.exclude`: what precedes e precedes its successor f."""
    prove(
        z3.Not(precedes(f, g)),
        corner=precedes(g, e),
        edge=precedes(e, f),
        triangle=z3.Implies(z3.And(precedes(g, e), precedes(e, f)), precedes(g, f)),
        antisymmetric=precedes(g, f) == z3.Not(precedes(f, g)),
    )


def events_of(clients):
    """So many clients of one step each, all with one server, in any order."""
    names = [f"a{k}" for k in range(clients)]
    processes = tuple(Process(f"c{k}", "0", (("0", n, "1"),)) for k, n in enumerate(names))
    return ClientEvents(
        ClientServerSystem("star", processes, (Process("s", "0", tuple(("0", n, "0") for n in names)),))
    )


@pytest.mark.parametrize("length", [3, 4, 5, 8])
def test_the_code_excludes_a_cycle_with_its_triangles(length):
    """The clauses that `exclude` adds contradict the links of the cycle, and no link fewer."""
    model = events_of(length)
    links = {(f, e): 1 + length * f + e for f in range(length) for e in range(length) if e != f}
    order = Precedence(model, links, length * length)
    cycle = list(range(length))
    order.exclude(cycle)
    around = [links[f, e] for f, e in pairwise([*cycle, 0])]
    with Solver(bootstrap_with=order.clauses) as solver:
        assert not solver.solve(assumptions=around)
        assert all(solver.solve(assumptions=[x for x in around if x != left_out]) for left_out in around)
