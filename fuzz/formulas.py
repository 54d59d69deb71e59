"""Random goals and formulas over the places of a net; and texts that are nearly formulas."""

from collections.abc import Callable, Sequence
from functools import partial

from hypothesis import strategies as st

from mazurka.formulas import AllOf, Goal, Inequality, SomeOf, show, terms
from mazurka.formulas.normal_form import Conjunction
from mazurka.fuzz.dice import Dice, dice
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import LARGEST
from mazurka.systems import Marking, PetriNet

PIECES = ["p1", "p2", "t1", "0", "1", "17", "(", ")", "+", "*", "&", "||", "!", "=", "<=", "<>", "-1", '"']
PIECES += [
    "and",
    "or",
    "not",
    "true",
    "deadlock",
    "fireable",
    "fireable(t1)",
    ",",
    "\\",
    "\n",
    "é",
    "@",
    "p9",
]


def inequalities(net: PetriNet) -> st.SearchStrategy[Inequality]:
    """Any of those that are thrown."""
    return dice(8).map(lambda d: thrown_inequality(d, net))


def conjunctions(net: PetriNet) -> st.SearchStrategy[Conjunction]:
    """Up to three inequalities; or bounds that some reachable marking just keeps, exact ones too."""
    arbitrary = st.lists(inequalities(net), min_size=1, max_size=3).map(tuple)
    markings = st.sampled_from(within(net, LARGEST) or [net.initial])
    places = st.integers(0, len(net.places) - 1)
    bounds = st.lists(st.tuples(places, st.sampled_from([1, 1, -1])), min_size=1, max_size=3)
    equal = st.sets(places, min_size=1).map(lambda q: [(p, sign) for p in sorted(q) for sign in (1, -1)])
    return st.one_of(arbitrary, st.builds(_around, markings, st.one_of(bounds, equal)))


def _around(m: Marking, signs: list[tuple[int, int]]) -> Conjunction:
    """Bounds from below (1) or above (−1) on places."""
    return tuple(Inequality(((p, sign),), sign * m[p]) for p, sign in dict.fromkeys(signs))


def goals(net: PetriNet, depth: int = 2) -> st.SearchStrategy[Goal]:
    """Inequalities, and conjunctions and disjunctions of goals, empty ones too."""
    return made_of(partial(thrown_inequality, net=net), depth)


def made_of(atom: Callable[[Dice], Goal], depth: int) -> st.SearchStrategy[Goal]:
    """Atoms, and conjunctions and disjunctions of what is made of them, empty ones too."""
    sizes = (2, 1, 2, 3, 2, 3, 0)
    return dice(8 * 3**depth).map(lambda d: thrown_goal(d, atom, depth, sizes))


def thrown_goal(
    d: Dice, atom: Callable[[Dice], Goal], depth: int, sizes: Sequence[int] = (2, 1, 2, 3)
) -> Goal:
    """An atom, or a conjunction or disjunction of one of these sizes, of what has less depth."""
    if depth == 0 or d.pick([False, True, True]) is False:
        return atom(d)
    conjunction = d.pick([True, False])
    parts = tuple(thrown_goal(d, atom, depth - 1, sizes) for _ in range(d.pick(sizes)))
    return AllOf(parts) if conjunction else SomeOf(parts)


def thrown_inequality(d: Dice, net: PetriNet) -> Inequality:
    """Up to three places with small coefficients."""
    places = range(len(net.places))
    tokens = {d.pick(places): d.pick([1, -1, 1, 2]) for _ in range(d.pick([1, 1, 2, 3]))}
    return Inequality(terms(tokens), d.pick([1, 0, -1, 2, 3, -2]))


def formulas(net: PetriNet) -> st.SearchStrategy[str]:
    """Formulas with every spelling of operators; each can be read."""
    return dice(100).map(lambda d: thrown_formula(d, net, 2))


def thrown_formula(d: Dice, net: PetriNet, depth: int) -> str:
    """A goal as it is printed, a transition that is fireable, or formulas with an operator."""
    kind = d.pick(["goal", "fireable", "not", "both", "both"]) if depth else d.pick(["goal", "fireable"])
    if kind == "goal":
        return f"({show(thrown_goal(d, partial(thrown_inequality, net=net), 1), net.places)})"
    if kind == "fireable":
        return f"fireable({d.pick(net.transitions).name})" if net.transitions else "deadlock"
    if kind == "not":
        return "! " * d.pick([1, 2, 3]) + thrown_formula(d, net, depth - 1)
    both = d.pick(["|", "||", "+", "or", "&", "&&", "*", "and"])
    return f"({thrown_formula(d, net, depth - 1)} {both} {thrown_formula(d, net, depth - 1)})"


def scraps() -> st.SearchStrategy[str]:
    """Pieces of formulas in any order, and any other text."""
    return st.one_of(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join), st.text(max_size=40))
