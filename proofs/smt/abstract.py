"""An arbitrary system: uninterpreted sorts of states and actions, and what is known of single steps."""

import z3

from proofs.smt.frame import Formula

State = z3.DeclareSort("State")
Action = z3.DeclareSort("Action")
Word = z3.DeclareSort("Word")

enabled = z3.Function("enabled", State, Action, z3.BoolSort())
after = z3.Function("after", State, Action, State)
independent = z3.Function("independent", Action, Action, z3.BoolSort())
can_take = z3.Function("can_take", State, Word, z3.BoolSort())
after_word = z3.Function("after_word", State, Word, State)


def states(names: str) -> list[Formula]:
    return [z3.Const(n, State) for n in names.split()]


def actions(names: str) -> list[Formula]:
    return [z3.Const(n, Action) for n in names.split()]


def valid_at(s: Formula, a: Formula, b: Formula) -> Formula:
    """`reference/independence.py`, (1) to (3), for a pair at a state where a is enabled."""
    diamond = z3.And(
        enabled(after(s, a), b),
        enabled(after(s, b), a),
        after(after(s, a), b) == after(after(s, b), a),
    )
    neither_enables = z3.Implies(z3.Not(enabled(s, b)), z3.Not(enabled(after(s, a), b)))
    return z3.Implies(
        z3.And(independent(a, b), enabled(s, a)),
        z3.And(z3.Implies(enabled(s, b), diamond), neither_enables),
    )
