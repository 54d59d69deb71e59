"""What z3 found out about inequalities on its way: clauses over them, to be proved and not believed.

z3 reports each clause that it takes from its theory of arithmetic.  Those whose literals are inequalities
over tokens and firings are kept, as the sets of inequalities that they say never hold together; inequalities
that plainly always hold, such as x(t) ≥ 0, are left out of these.
"""

from typing import Any, TypeAlias

import z3

from mazurka.formulas import terms
from mazurka.oracle.linear_goals import RunInequality
from mazurka.systems import PetriNet

Formula: TypeAlias = Any
"""A formula or term of z3, whose Python interface is untyped."""

FROM_THEORY = "smt"
"""What z3 calls the reason for a clause of its theories."""


class TheoryLemmas:
    """Sets of inequalities that z3 says never hold together, in the order in which it found them.

    m, x: the terms for the tokens of each place and the firings of each transition of the net.
    """

    def __init__(self, net: PetriNet, solver: Formula, m: list[Formula], x: list[Formula]) -> None:
        self.net = net
        self.found: dict[tuple[RunInequality, ...], None] = {}
        self._place = {v.get_id(): p for p, v in enumerate(m)}
        self._transition = {v.get_id(): t for t, v in enumerate(x)}
        self._listener = z3.OnClause(solver, self._note)

    def _note(self, reason: Formula, _dependencies: Formula, clause: Formula) -> None:
        if reason is None or reason.decl().name() != FROM_THEORY:
            return
        together: set[RunInequality] = set()
        for n in range(len(clause)):
            denied = self._denied(clause[n])
            if denied is None:
                return
            together.update(denied)
        if any(i.negation() in together for i in together):
            return  # of a branch: k, or not k
        together = {i for i in together if not always_holds(self.net, i)}
        self.found[tuple(sorted(together, key=lambda i: (i.tokens, i.firings, i.bound)))] = None

    def _denied(self, literal: Formula) -> list[RunInequality] | None:
        """What holds iff a literal does not; None where that is no conjunction of inequalities."""
        if z3.is_not(literal) and z3.is_eq(literal.arg(0)):
            left, right = literal.arg(0).children()
            if z3.is_int(left):
                both = [self._inequality(left <= right), self._inequality(left >= right)]
                return None if None in both else [i for i in both if i is not None]
        found = self._inequality(literal)
        return None if found is None else [found.negation()]

    def _inequality(self, literal: Formula) -> RunInequality | None:
        """What a literal says; None where that is no inequality over tokens and firings."""
        if z3.is_not(literal):
            inner = self._inequality(literal.arg(0))
            return None if inner is None else inner.negation()
        if not (z3.is_le(literal) or z3.is_ge(literal)):
            return None
        sign = 1 if z3.is_ge(literal) else -1
        tokens: dict[int, int] = {}
        firings: dict[int, int] = {}
        left = self._add(literal.arg(0), sign, tokens, firings)
        right = self._add(literal.arg(1), -sign, tokens, firings)
        if left is None or right is None:
            return None
        return RunInequality(terms(tokens), -left - right, terms(firings))

    def _add(self, term: Formula, factor: int, tokens: dict[int, int], firings: dict[int, int]) -> int | None:
        """Add a multiple of a linear term; its constant part, or None where it is not linear."""
        if z3.is_int_value(term):
            return factor * int(term.as_long())
        if z3.is_add(term):
            parts = [self._add(part, factor, tokens, firings) for part in term.children()]
            return None if None in parts else sum(p for p in parts if p is not None)
        if z3.is_mul(term) and term.num_args() == 2 and z3.is_int_value(term.arg(0)):
            return self._add(term.arg(1), factor * int(term.arg(0).as_long()), tokens, firings)
        for table, counts in ((self._place, tokens), (self._transition, firings)):
            if (n := table.get(term.get_id())) is not None:
                counts[n] = counts.get(n, 0) + factor
                return 0
        return None


def always_holds(net: PetriNet, i: RunInequality) -> bool:
    """Whether an inequality plainly holds after every run: no count is negative, or nothing lowers it."""
    nowhere_negative = all(c >= 0 for _, c in (*i.tokens, *i.firings))
    if nowhere_negative and i.bound <= 0:
        return True
    tokens, firings = dict(i.tokens), dict(i.firings)
    return sum(c * net.initial[p] for p, c in i.tokens) >= i.bound and all(
        firings.get(k, 0) + sum(tokens.get(p, 0) * change for p, change in t.effect.items()) >= 0
        for k, t in enumerate(net.transitions)
    )
