"""Client/server systems: actions with disjoint domains have diamonds, and neither enables the other.

    [HLPW]  Definitions 1–3 and 10; src/mazurka/systems/client_server.py.

Processes, local states and actions are arbitrary; a global state is an array.
"""

from random import Random

import z3

from mazurka.fuzz.crowds import crowd
from mazurka.fuzz.dice import Dice
from mazurka.reference.explorer import explore
from proofs.smt.frame import prove

Process = z3.DeclareSort("Process")
Local = z3.DeclareSort("Local")
Action = z3.DeclareSort("ClientServerAction")

client = z3.Function("client", Action, Process)
server = z3.Function("server", Action, Process)
can = z3.Function("can", Process, Local, Action, z3.BoolSort())
moves = z3.Function("moves", Process, Local, Action, Local)

s = z3.Const("s", z3.ArraySort(Process, Local))
a, b = z3.Consts("a b", Action)


def enabled(state, x):
    return z3.And(*(can(p, state[p], x) for p in (client(x), server(x))))


def after(state, x):
    first, second = client(x), server(x)
    moved = z3.Store(state, first, moves(first, state[first], x))
    return z3.Store(moved, second, moves(second, state[second], x))


DISJOINT = z3.And(*(p(a) != q(b) for p in (client, server) for q in (client, server)))
TWO = [client(x) != server(x) for x in (a, b)]


def test_actions_without_a_common_process_do_not_disable_one_another():
    prove(
        enabled(after(s, a), b),
        definitions=TWO,
        b=enabled(s, b),
        disjoint=DISJOINT,
    )


def test_actions_without_a_common_process_do_not_enable_one_another():
    prove(enabled(s, b), definitions=TWO, b_afterwards=enabled(after(s, a), b), disjoint=DISJOINT)


def test_actions_without_a_common_process_commute():
    prove(after(after(s, a), b) == after(after(s, b), a), definitions=TWO, disjoint=DISJOINT)


def test_an_action_changes_no_process_but_its_own():
    """So an action is enabled as before as long as neither of its processes has moved."""
    p = z3.Const("p", Process)
    prove(after(s, a)[p] == s[p], not_its_client=p != client(a), not_its_server=p != server(a))


def test_the_code_takes_steps_as_the_formulas_do():
    """On random systems: enabled iff both processes can, and both go where their transition leads."""
    r = Random(3)
    for _ in range(20):
        system = crowd(Dice(r.randbytes(100)))
        for state in explore(system).states[:40]:
            for x in system.actions:
                steps = [(p, system.processes[p].steps[state[p]]) for p in system.domain[x]]
                possible = all(x in step for _, step in steps)
                assert (x in system.enabled(state)) == possible
                if possible:
                    reached = list(state)
                    for p, step in steps:
                        reached[p] = step[x]
                    assert system.after(state, x) == tuple(reached)
