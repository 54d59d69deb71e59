"""Random goals and formulas over the places of a net; and texts that are nearly formulas."""

from hypothesis import strategies as st

from mazurka.formulas import AllOf, Goal, Inequality, SomeOf, show, terms
from mazurka.formulas.normal_form import Conjunction
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
    """Up to three places with small coefficients."""
    places = st.integers(0, len(net.places) - 1)
    coefficients = st.dictionaries(places, st.sampled_from([1, -1, 1, -1, 2]), min_size=1, max_size=3)
    return st.builds(Inequality, coefficients.map(terms), st.integers(-2, 3))


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
    if depth == 0:
        return inequalities(net)
    parts = st.lists(goals(net, depth - 1), max_size=3).map(tuple)
    return st.one_of(inequalities(net), parts.map(AllOf), parts.map(SomeOf))


def formulas(net: PetriNet) -> st.SearchStrategy[str]:
    """Formulas with every spelling of operators; each can be read."""
    goal = goals(net).map(lambda g: f"({show(g, net.places)})")
    actions = st.sampled_from([t.name for t in net.transitions] or ["none"])
    atoms = st.one_of(goal, actions.map(lambda a: f"fireable({a})" if net.transitions else "deadlock"))
    both = st.sampled_from(["|", "||", "+", "or", "&", "&&", "*", "and"])
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            inner.map(lambda f: f"! {f}"), st.tuples(inner, both, inner).map(lambda x: f"({' '.join(x)})")
        ),
        max_leaves=4,
    )


def scraps() -> st.SearchStrategy[str]:
    """Pieces of formulas in any order, and any other text."""
    return st.one_of(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join), st.text(max_size=40))
