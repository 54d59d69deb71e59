"""The smallest systems that show something, for the tests of the audit and of the commands."""

from mazurka.formats import write_model
from mazurka.systems import ClientServerSystem, EntityAction, EntitySystem, Lts, PetriNet, Process, Transition


def late_rival():
    """a consumes p; b moves r to q; c consumes p and q.  Taking a alone first loses the run b c."""
    steps = (
        Transition("a", consumes={0: 1}),
        Transition("b", consumes={1: 1}, produces={2: 1}),
        Transition("c", consumes={0: 1, 2: 1}),
    )
    return PetriNet("late-rival", ("p", "r", "q"), steps, (1, 1, 0))


def two_loops():
    """Two independent loops at one marking, each in two steps: where the ignoring problem begins."""
    steps = (
        Transition("x1", consumes={0: 1}, produces={1: 1}),
        Transition("x2", consumes={1: 1}, produces={0: 1}),
        Transition("y1", consumes={2: 1}, produces={3: 1}),
        Transition("y2", consumes={3: 1}, produces={2: 1}),
    )
    return PetriNet("two-loops", ("p1", "p2", "q1", "q2"), steps, (1, 0, 1, 0))


def two_clients():
    """Two clients, a server each: four states, one deadlock, one trace."""
    return ClientServerSystem(
        "two-clients",
        (Process("c", "0", (("0", "a", "1"),)), Process("d", "0", (("0", "b", "1"),))),
        (Process("s", "0", (("0", "a", "1"),)), Process("t", "0", (("0", "b", "1"),))),
    )


def rival_entities():
    """`late_rival` as an entity system."""
    actions = (
        EntityAction("a", deletes=frozenset("p")),
        EntityAction("b", deletes=frozenset("r"), creates=frozenset("q")),
        EntityAction("c", deletes=frozenset("pq")),
    )
    return EntitySystem("rival-entities", frozenset("pr"), actions)


def diamond():
    """Two independent actions from one state, explicitly."""
    return Lts.from_edges("diamond", [(0, "a", 1), (0, "b", 2), (1, "b", 3), (2, "a", 3)], [("a", "b")])


def written(system, path):
    """The path of a file to which the system is written."""
    write_model(system, path)
    return path
