"""The smallest systems that show something, and the figures of the papers."""

from mazurka.systems import ClientServerSystem, Lts, PetriNet, Process, Transition


def process(name, *transitions):
    return Process(name, transitions[0][0], transitions)


def net(initial, transitions, name="net"):
    """From {place: tokens} and {transition: (consumes, produces[, reads[, inhibitors]])}: words of places."""
    places = tuple(initial)
    number = {p: i for i, p in enumerate(places)}

    def arcs(word):
        found = {}
        for p in word.split():
            found[number[p]] = found.get(number[p], 0) + 1
        return found

    made = tuple(Transition(t, *map(arcs, words)) for t, words in transitions.items())
    return PetriNet(name, places, made, tuple(initial.values()))


def atomic_philosophers(n):
    """[EP] Figure 1: philosopher i takes both forks at once, and gives both back."""
    places = {f"{kind}{i}": int(kind != "e") for i in range(1, n + 1) for kind in "ife"}
    steps = {}
    for i in range(1, n + 1):
        idle, eats, forks = f"i{i}", f"e{i}", f"f{i} f{i % n + 1}"
        steps[f"t{i}"] = (f"{idle} {forks}", eats)
        steps[f"r{i}"] = (eats, f"{idle} {forks}")
    return net(places, steps, f"atomic philosophers {n}")


DIAMOND = Lts.from_edges("diamond", [(0, "a", 1), (0, "b", 2), (1, "b", 3), (2, "a", 3)], [("a", "b")])

LATE_CONFLICT = net(
    {"p": 1, "r": 1, "q": 0, "x": 0}, {"a": ("p", ""), "b": ("r", "q"), "c": ("q p", "x")}, "late conflict"
)
"""a and b are independent at first; after b, c competes with a."""

READ_IN_BETWEEN = net(
    {"p": 1, "r": 1, "q": 0, "x": 0}, {"a": ("p", ""), "b": ("r", "q"), "c": ("q", "x", "p")}
)
"""b makes c possible, which reads what a consumes."""

TWO_LOOPS = Lts.from_edges("two loops", [(0, "a", 0), (0, "b", 0)], [("a", "b")])

LOOP_AND_STEP = Lts.from_edges("loop and step", [(0, "a", 0), (0, "c", 1), (1, "a", 1)], [("a", "c")])

FIGURE_3 = ClientServerSystem(
    "figure 3",
    (process("p", ("0", "a", "1"), ("0", "b", "1")), process("q", ("0", "c", "1"))),
    (process("s", ("0", "a", "1"), ("0", "c", "1")), process("t", ("0", "b", "1"))),
)
"""[HLPW] Figure 3 as its text describes it: runs a, bc and cb; {a, b} covers and is not persistent."""
