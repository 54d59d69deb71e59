"""The reductions of client/server systems by name, as combinations of the parts of one search.

    [HLPW]  Listings 1, 2 and 6, Table 1.

    full+sleep        Listing 6: min closure, PIFS, ChooseAction, sleep sets
    full-sleep        without sleep sets, one node a state
    minclosure+sleep  without the PIFS test; a node from which everything sleeps is refused
    apifs+sleep       without the closure
    ifs+sleep         Listing 2: the exact test, all that is enabled, in the order of actions, subsumption
    lex-tree          Listing 1: the same without subsumption, a tree with one full run of each trace

Ours, variants of Listing 6:

    fresh+sleep       the closure that leads to fewest states not met yet
    unfolded+sleep    the test asked again after first steps, up to a budget of questions
    merged+sleep      fresh+sleep with one node a state
    lean+sleep        all of these, closures trimmed by the test, and actions treated in order

ifs+sleep and lex-tree call an oracle.  Theirs enumerates; `closure_search` takes any other.  Approximations
may take its place: then more than one run of a trace, and runs that end asleep, may remain.

variant: in Listings 1 and 2 an action whose successor is refused does not count as treated before.  With an
exact test the tree is the same.  Let a be refused, b independent of a come later, and w a maximal run from
after(s, b) with a ∈ first(w); then b·w ≃ a·u, and as a was refused, some c ∈ first(u) is in Z or treated
before a, and independent of a.  So c is in first(b·w), is not b, and is in first(w): w is excluded by c
whether a counts or not.  (Should c have been refused itself, the same holds of c, which is earlier still.)
"""

from collections.abc import Mapping
from dataclasses import replace

from mazurka.errors import OptionError, PreconditionError
from mazurka.limits import Watch
from mazurka.reference.client_server_search import Parts, closure_search
from mazurka.reference.explorer import to_exploration
from mazurka.reference.own_parts import own_part
from mazurka.reference.pifs import Test, find_action_pifs, find_pifs, find_rpifs
from mazurka.systems import ClientServerSystem, Exploration, System
from mazurka.systems.client_server import GlobalState

FORMS: Mapping[str, Test] = {
    "processes": find_pifs,
    "actions": find_action_pifs,
    "remote": find_rpifs,
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "order": ("dfs", "bfs"),
    "actions": ("given", "appearance", "by-process"),
    "closure": ("min", "lex"),
    "choice": ("pifs", "first"),
    "form": tuple(FORMS),
    "oracle": ("exact", "pifs", "sleep"),
}
"""The options and their values; the closure and the form may be functions of a user's own: `own_parts.py`."""
RANKED = {"order": (*CHOICES["order"], "ranked")}
"""Where nodes are merged, one a state, they can be ranked."""

LISTING_6 = Parts()
FRESH = Parts(closure="fresh")
MERGED = replace(FRESH, merged=True)
LEAN = replace(MERGED, test="unfolded", trimmed=True, choice="first")
LISTING_2 = Parts(closure="none", test="exact", choice="first")
LISTING_1 = replace(LISTING_2, shared=False)


def with_options(parts: Parts, options: Mapping[str, object]) -> Parts:
    """The parts as changed by options."""
    choices = {**CHOICES, **RANKED} if parts.merged else CHOICES
    own = {"closure": "cover", "form": "pifs"}
    changes: dict[str, object] = {}
    for name, value in options.items():
        if name == "budget":
            changes[name] = positive(name, value)
            continue
        if name in own and not isinstance(value, str):
            changes[own[name]] = own_part(name, value)
            continue
        if value not in choices.get(name, ()):
            known = ", ".join(choices.get(name, ()))
            raise OptionError(f"option {name}: {value!r} is not one of {known}")
        if name == "form":
            changes["pifs"] = FORMS[str(value)]
        else:
            changes["test" if name == "oracle" else name] = value
    return replace(parts, **changes)  # type: ignore[arg-type]


def positive(name: str, value: object) -> int:
    """The value, if it is an integer above 0."""
    if not isinstance(value, int) or value < 1:
        raise OptionError(f"option {name}: {value!r} is not an integer above 0")
    return value


def reduce_by_parts(
    name: str, parts: Parts, system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """The reduction of a search of these parts.  PreconditionError unless it is a client/server system."""
    if not isinstance(system, ClientServerSystem):
        raise PreconditionError(
            f"{name} is for client/server systems, and {system.name} is a {system.formalism} system; "
            "use plain/persistent, or plain/sleep where it is acyclic"
        )
    graph = closure_search(system, with_options(parts, options), watch)
    return to_exploration(graph, system, watch.seconds())


def reduce_full_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`full+sleep`: Listing 6."""
    return reduce_by_parts("full+sleep", LISTING_6, system, options, watch)


def reduce_full_without_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`full-sleep`: nodes keep no sleep sets."""
    return reduce_by_parts("full-sleep", replace(LISTING_6, asleep=False), system, options, watch)


def reduce_minclosure_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`minclosure+sleep`: no test but whether everything sleeps."""
    return reduce_by_parts("minclosure+sleep", replace(LISTING_6, test="sleep"), system, options, watch)


def reduce_apifs_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`apifs+sleep`: the PIFS test alone says when to stop."""
    return reduce_by_parts("apifs+sleep", replace(LISTING_6, closure="none"), system, options, watch)


def reduce_fresh_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`fresh+sleep`: Listing 6 with the freshest closure."""
    return reduce_by_parts("fresh+sleep", FRESH, system, options, watch)


def reduce_unfolded_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`unfolded+sleep`: Listing 6 with PIFS unfolded."""
    return reduce_by_parts("unfolded+sleep", replace(LISTING_6, test="unfolded"), system, options, watch)


def reduce_merged_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`merged+sleep`: the freshest closure, one node a state."""
    return reduce_by_parts("merged+sleep", MERGED, system, options, watch)


def reduce_lean_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`lean+sleep`: one node a state, the freshest closure, trimmed, and PIFS unfolded."""
    return reduce_by_parts("lean+sleep", LEAN, system, options, watch)


def reduce_ifs_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`ifs+sleep`: Listing 2.  With the exact test every state of it is on a full lex-run (Lemma 17)."""
    return reduce_by_parts("ifs+sleep", LISTING_2, system, options, watch)


def reduce_lex_tree(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`lex-tree`: Listing 1.  With the exact test its full runs are the full lex-runs (Lemma 15)."""
    return reduce_by_parts("lex-tree", LISTING_1, system, options, watch)
