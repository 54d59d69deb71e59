"""IFS implies PIFS implies RPIFS: one step of the staircase.

    [HLPW]  Lemmas 32 and 34; reference/pifs.py, reference/includes_first_set.py.

Sets of processes are predicates on an arbitrary sort: `used` by the staircase so far, `inside` the P of PIFS,
`remote` the P of RPIFS, `through` what the local run v of p goes through before b, where b = {p, q} sticks.
"""

import z3

from proofs.smt.frame import prove

Process = z3.DeclareSort("PifsProcess")
Action = z3.DeclareSort("PifsAction")
used, inside, remote, through, chosen_processes = (
    z3.Function(n, Process, z3.BoolSort()) for n in ("used", "inside", "remote", "through", "of_b")
)
p, q, x = z3.Consts("p q x", Process)
can_step, not_empty = z3.Bools("can_step not_empty")
"""s_q –b→; and the local run v of p before b is not empty."""


def subset(f, g):
    return z3.ForAll([x], z3.Implies(f(x), g(x)))


def sticks_from(f):
    """Definition 31."""
    return z3.And(f(p), z3.Not(f(q)), can_step)


CLOSED = z3.Implies(z3.And(sticks_from(inside), not_empty, subset(through, inside)), inside(q))
"""PIFS: `inside` is closed for this b and v."""


def test_a_step_of_the_staircase_stays_within_the_processes_of_pifs():
    """P_{i+1} = P_i ∪ {q}: p has moved before b, so its local run is not empty, and goes through P_i."""
    prove(
        z3.ForAll([x], z3.Implies(z3.Or(used(x), x == q), inside(x))),
        so_far=subset(used, inside),
        sticks=sticks_from(used),
        p_has_moved=not_empty,
        local_run=subset(through, used),
        closed=CLOSED,
    )


def test_the_ground_of_the_staircase_is_within_the_processes_of_pifs():
    """P_0 = dom(u0) ⊆ dom(B)."""
    prove(
        subset(used, inside), ground=subset(used, chosen_processes), begins=subset(chosen_processes, inside)
    )


def test_what_pifs_adds_rpifs_adds():
    prove(
        z3.ForAll([x], z3.Implies(z3.Or(inside(x), x == q), remote(x))),
        so_far=subset(inside, remote),
        sticks=sticks_from(inside),
        closed=z3.Implies(sticks_from(remote), remote(q)),
    )


client = z3.Function("pifs_client", Action, Process)
server = z3.Function("pifs_server", Action, Process)
is_enabled, chosen = (z3.Function(n, Action, z3.BoolSort()) for n in ("is_enabled", "chosen"))
a = z3.Const("a", Action)


def wraps(f):
    """Every action enabled outside B has a process in the set."""
    outside = z3.And(is_enabled(a), z3.Not(chosen(a)))
    return z3.ForAll([a], z3.Implies(outside, z3.Or(f(client(a)), f(server(a)))))


def test_a_larger_set_of_processes_wraps_what_a_smaller_one_does():
    """So from (4) of the staircase: PIFS holds."""
    prove(wraps(inside), smaller=subset(used, inside), wraps=wraps(used))


def test_without_a_run_of_p_a_sticking_action_would_be_enabled_outside_the_set():
    """Why v is not empty: b would be enabled at s; and if b is not in B, it cannot be what comes next."""
    s_p, s_q, enabled_at_s, empty = z3.Bools("s_p s_q enabled_at_s empty")
    prove(
        enabled_at_s,
        definitions=[enabled_at_s == z3.And(s_p, s_q)],
        sticks=s_q,
        v_is_empty=empty,
        then_p_can_step=z3.Implies(empty, s_p),
    )
