"""A goal as text, which reads back as the same goal.

What is negative stands on the other side: −p + 2·q ≥ −1 is `2 * q + 1 >= p`.  Two inequalities that together
say `=` or `!=` are written so.
"""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from mazurka.formulas.goals import AllOf, Goal, Inequality, SomeOf

PLAIN = re.compile(r"[-_#/\\.A-Za-z0-9]+")
"""What needs no quotes; [E] Appendix A, PlaceID."""
WORDS = frozenset({"and", "or", "not", "true", "false", "deadlock", "fireable", "is-fireable"})
"""What means something else without quotes."""


Atom: TypeAlias = Callable[[Inequality], str | None]


def show(goal: Goal, places: Sequence[str], atom: Atom = lambda _: None) -> str:
    """The goal as a formula over the names of places; `atom` writes what has a form of its own."""
    operands = _operands(goal, places, atom)
    if not operands:
        return "true" if isinstance(goal, AllOf) else "false"
    return (" & " if isinstance(goal, AllOf) else " | ").join(operands)


def _operands(goal: Goal, places: Sequence[str], atom: Atom) -> list[str]:
    """What the operator of a goal joins; one thing where there is no operator."""
    if isinstance(goal, Inequality):
        return [atom(goal) or _inequality(goal, places, ">=")]
    opposites = _opposites(goal)
    written = []
    for n, part in enumerate(goal.parts):
        if n not in opposites:
            inner = _operands(part, places, atom)
            written.append(f"({show(part, places, atom)})" if len(inner) > 1 else show(part, places, atom))
        elif n < opposites[n]:
            first, second = part, goal.parts[opposites[n]]
            assert isinstance(first, Inequality) and isinstance(second, Inequality)
            equal, relation = (first, "=") if isinstance(goal, AllOf) else (second.negation(), "!=")
            written.append(_inequality(equal, places, relation))
    return written


def quoted(name: str) -> str:
    """A name as it must be written in a formula."""
    if PLAIN.fullmatch(name) and not name.isdigit() and name.lower() not in WORDS:
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _inequality(i: Inequality, places: Sequence[str], relation: str) -> str:
    left = [_term(p, c, places) for p, c in i.tokens if c > 0]
    right = [_term(p, -c, places) for p, c in i.tokens if c < 0]
    if not left and right:
        left, right = right, left
        bound, relation = -i.bound, {">=": "<="}.get(relation, relation)
    else:
        bound = i.bound
    if bound < 0:
        left.append(str(-bound))
    elif bound > 0 or not right:
        right.append(str(bound))
    return f"{' + '.join(left) or 0} {relation} {' + '.join(right) or 0}"


def _term(place: int, factor: int, places: Sequence[str]) -> str:
    return quoted(places[place]) if factor == 1 else f"{factor} * {quoted(places[place])}"


def _opposites(goal: AllOf | SomeOf) -> dict[int, int]:
    """The pairs of parts that together say `=`, or `!=`, each way round."""
    seen: dict[Goal, int] = {}
    found: dict[int, int] = {}
    for n, part in enumerate(goal.parts):
        if not isinstance(part, Inequality):
            continue
        tokens = tuple((p, -c) for p, c in part.tokens)
        # m ≥ b with −m ≥ −b is m = b; m ≥ b + 1 or −m ≥ −(b − 1) is m ≠ b
        other = Inequality(tokens, -part.bound if isinstance(goal, AllOf) else 2 - part.bound)
        if other in seen and seen[other] not in found and part.tokens:
            found[n], found[seen[other]] = seen[other], n
        seen.setdefault(part, n)
    return found
