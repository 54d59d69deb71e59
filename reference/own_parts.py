"""A closure and a first-set test of a user's own, as parts of the search for client/server systems.

    [HLPW]  Definition 14, Lemma 37, Listing 6.

    closure(system, state, action) -> actions   a covering source set around an enabled action; of the actions
                                                only those that are enabled count
    test(system, state, actions) -> bool        whether some maximal run from the state can have its first
                                                actions within these, which are enabled: IFS, approximated

A test may say yes too often, never no: what it refuses is not explored.  The order in which actions are
treated, where it asks for the sets of PIFS, has them from its form of processes.
"""

from collections.abc import Callable, Iterable, Set

from mazurka.errors import OptionError
from mazurka.reference.closure_sets import Actions, Cover
from mazurka.reference.local_runs import LocalRuns
from mazurka.reference.pifs import Pifs, Test, find_pifs
from mazurka.systems import Action, ClientServerSystem
from mazurka.systems.client_server import GlobalState

OwnClosure = Callable[[ClientServerSystem, GlobalState, Action], Iterable[Action]]
OwnTest = Callable[[ClientServerSystem, GlobalState, Set[Action]], bool]


def own_cover(closure: OwnClosure) -> Cover:
    """The closure as the sets from which the search chooses."""

    def cover(table: LocalRuns, s: GlobalState, a: Action) -> Actions:
        found = set(closure(table.system, s, a))
        return tuple(b for b in table.system.enabled(s) if b in found)

    return cover


def own_form(test: OwnTest) -> Test:
    """The test as a form of PIFS."""

    def form(table: LocalRuns, s: GlobalState, b: Set[Action]) -> Pifs:
        return find_pifs(table, s, b)._replace(holds=test(table.system, s, frozenset(b)))

    return form


def own_part(name: str, value: object) -> Cover | Test:
    """The part that the option `closure` or `form` gives; OptionError for what is no function."""
    if not callable(value):
        shape = "closure(system, state, action)" if name == "closure" else "test(system, state, actions)"
        raise OptionError(f"option {name}: {value!r:.60} is no function {shape}")
    return own_cover(value) if name == "closure" else own_form(value)
