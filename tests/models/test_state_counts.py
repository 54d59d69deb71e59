"""The size of each family, from a closed form, a published figure or an independent program."""

from math import comb

import pytest

from mazurka.models import build, families
from mazurka.reference.explorer import explore


def counts(family, **parameters):
    """States, edges and deadlocks of an instance."""
    system = build(family, parameters)
    graph = explore(system)
    return len(graph.states), graph.number_of_edges, sum(not system.enabled(s) for s in graph.states)


def states(family, **parameters):
    return counts(family, **parameters)[0]


def lucas(n):
    """L_n: 2, 1, 3, 4, 7, 11, …"""
    a, b = 2, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def binary_partitions(n):
    """In how many ways n is a sum of powers of two."""
    ways = [1] + [0] * n
    power = 1
    while power <= n:
        for total in range(power, n + 1):
            ways[total] += ways[total - power]
        power *= 2
    return ways[n]


COUNTS = {
    "clock": lambda n: (2 * 2**n, 2 * (2**n + n * 2 ** (n - 1)), 0),
    "counter": lambda n: (2**n, 2**n, 0),
    "last-ticket": lambda n: (2**n + n * 2 ** (n - 1), None, n),
    "philosophers": lambda n: (3**n - 1, None, 1),
    "philosophers-atomic": lambda n: (lucas(n), None, 0),
    "philosophers-entities": lambda n: (3**n - 1, None, 1),
    "philosophers-ordered": lambda n: (3**n, None, 0),
    "slotted-ring": lambda n: (comb(2 * n, n) * 2**n, None, 0),
    "producer-consumer": lambda n: (4 * (n + 1), 2 * 2 * (n + 1) + 4 * n, 0),
    "readers-writers": lambda n: (2 * (2**n + n), None, 0),
    "token-ring": lambda n: (3 * n * 2 ** (n - 1), None, 0),
    "counter-weighted": lambda n: (binary_partitions(2 * n), None, 1),
    "hlpw-figure1": lambda n: (7**n, 8 * n * 7 ** (n - 1), 2**n),
    "hlpw-figure5": lambda n: (2**n, n * 2**n, 1),
    "dp": lambda n: (5**n - 1, None, 3),
    "locks": lambda n: (2**n + n * 2 ** (n - 1), None, 1),
    "kanban": lambda n: {1: (160, 616, 0), 2: (4600, 28120, 0)}[n],
    "fms": lambda n: {1: (120, 345, 0), 2: (3444, 16311, 0)}[n],
}
"""For each family its states, edges and deadlocks as functions of n; None where no closed form is known."""

SIZES = {"slotted-ring": (1, 2, 3), "kanban": (1, 2), "fms": (1, 2), "hlpw-figure1": (1, 2, 3)}


@pytest.mark.parametrize(
    ("name", "n"),
    [
        (name, n)
        for name in COUNTS
        for n in SIZES.get(name, range(max(1, families()[name].parameters[0].minimum), 6))
    ],
)
def test_a_family_has_the_number_of_states_that_its_description_gives(name, n):
    found = counts(name, n=n)
    assert [(x, y) for x, y in zip(found, COUNTS[name](n), strict=True) if y is not None and x != y] == []


def test_every_family_has_its_number_of_states_tested():
    elsewhere = {"multi-locks", "peterson", "bg", "disp", "fs", "lz", "mpat", "pet", "qo", "tk"}
    elsewhere |= {"hlpw-figure6", "hlpw-figure7"}
    probed = ("bakery", "file-system", "indexer", "szymanski")
    elsewhere |= {*probed, *(f"{name}-entities" for name in probed)}
    elsewhere |= {
        name for name in families() if name.startswith("probe-")
    }  # whose deadlocks are what matters
    elsewhere |= {"chameneos", "lamport", "load-balancing", "peer-to-peer", "peterson-flags"}
    elsewhere |= {"philosophers-tasks", "production-cell", "rendezvous-servers", "resource-allocation"}
    assert set(COUNTS) | elsewhere == set(families())


@pytest.mark.parametrize(("n", "published"), [(3, 58_400)])
def test_kanban_has_the_published_number_of_markings(n, published):
    assert states("kanban", n=n) == published


@pytest.mark.parametrize(("n", "published"), [(3, 48_590)])
def test_fms_has_the_published_number_of_markings(n, published):
    assert states("fms", n=n) == published


def test_kanban_and_fms_have_the_published_size_of_net():
    for name, size in (("kanban", (16, 16, 40)), ("fms", (22, 20, 50))):
        net = build(name, {"n": 1})
        arcs = sum(len(t.consumes) + len(t.produces) + 2 * len(t.reads) for t in net.transitions)
        assert (len(net.places), len(net.transitions), arcs) == size


@pytest.mark.parametrize("n", range(2, 5))
def test_philosophers_who_eat_more_than_once_have_the_states_of_a_transfer_matrix(n):
    """5m+1 local states of which 3m hold the right and 2m the left fork; m^n shares are not reached."""
    for m in range(1, 4):
        trace, determinant = 4 * m + 1, m * m - m
        powers = [2, trace]
        while len(powers) <= n:
            powers.append(trace * powers[-1] - determinant * powers[-2])
        assert states("dp", n=n, meals=m) == powers[n] - m**n


def test_nested_locks_let_one_client_in_at_a_time():
    for n in range(1, 5):
        for k in range(1, 4):
            assert counts("locks", n=n, k=k)[::2] == (2**n + n * (2 * k - 1) * 2 ** (n - 1), 1)


def test_random_clients_that_share_a_single_lock_are_the_clients_of_locks():
    assert counts("multi-locks", n=4, k=1, locks=1) == counts("locks", n=4, k=1)


def test_random_clients_without_a_common_lock_never_meet():
    system = build("multi-locks", {"n": 3, "k": 2, "locks": 1000, "seed": 7})
    assert len(system.servers) == 6
    assert len(explore(system).states) == 5**3


def test_the_same_seed_gives_the_same_system_and_another_seed_another():
    one, same, other = (build("multi-locks", {"n": 4, "k": 3, "seed": s}) for s in (1, 1, 2))
    assert one == same
    assert one.clients != other.clients


def test_some_random_clients_can_deadlock_over_their_locks():
    deadlocks = [counts("multi-locks", n=3, k=2, locks=3, seed=seed)[2] for seed in range(8)]
    assert min(deadlocks) == 1 < max(deadlocks)


@pytest.mark.parametrize("n", [2, 3])
def test_peterson_has_the_states_of_the_program_it_was_written_from(n):
    assert states("peterson", n=n) == len(states_of_peterson(n))


def states_of_peterson(n):
    """The reachable states of the algorithm as a program: per process (level, what it does there), and turns.

    A process is idle, or at a level k it has announced (`asks`), looks at the others' levels from the
    position `looks`, or has passed the level.
    """
    level = {"idle": lambda _: 0, "asks": lambda k: k, "looks": lambda k: k, "passed": lambda k: k}

    def moves(processes, turns):
        for i, (kind, k, at) in enumerate(processes):
            others = [j for j in range(n) if j != i]
            if kind == "idle" or (kind == "passed" and k < n - 1):
                yield i, ("asks", k + 1, 0), None
            elif kind == "passed":
                yield i, ("idle", 0, 0), None
            elif kind == "asks":
                yield i, ("looks", k, 0), k
            else:
                j = others[at]
                if turns[k - 1] != i:
                    yield i, ("passed", k, 0), None
                if level[processes[j][0]](processes[j][1]) < k:
                    yield i, (("looks", k, at + 1) if at + 1 < len(others) else ("passed", k, 0)), None

    start = ((("idle", 0, 0),) * n, (0,) * (n - 1))
    met, waiting = {start}, [start]
    for processes, turns in waiting:
        for i, to, written in moves(processes, turns):
            after = (
                (*processes[:i], to, *processes[i + 1 :]),
                turns if written is None else (*turns[: written - 1], i, *turns[written:]),
            )
            if after not in met:
                met.add(after)
                waiting.append(after)
    return met


def test_the_closed_forms_themselves_are_right_where_they_are_known():
    assert [lucas(n) for n in range(2, 7)] == [3, 4, 7, 11, 18]
    assert [binary_partitions(n) for n in (2, 4, 6, 8, 10)] == [2, 4, 6, 10, 14]
