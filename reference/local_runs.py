"""What a process can do by itself from a local state, and through which other processes that leads.

    [HLPW]  section 9.1: "precompute, for every process, all triples such that s_p –v b→ …".

A *local run* of a process p from its local state x is c v b: a first action c, a word v, perhaps empty, and a
last action b, as its own automaton allows; whether the partners agree is not asked.  Of v only the processes
matter that it involves.  Where two runs have c and b in common and one goes through fewer processes, the
other is left out: every use here asks whether the processes lie within some set.  Without that a server
which many clients may use in any order would have a run for each set of clients.

Second, the *heads* of b at (q, x): the actions c with x –c v b→ where b = {p, q} and nothing in c v involves
p.  They are what q can begin with on its way to b while p stands still.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

from mazurka.systems import Action, ClientServerSystem, Process


class LocalRun(NamedTuple):
    """A run c v b of one process: `first` is c, `through` the processes of v (numbers), `last` is b."""

    first: Action
    through: frozenset[int]
    last: Action

    def processes(self, system: ClientServerSystem) -> frozenset[int]:
        """dom(c v): all that the run goes through before b."""
        return self.through.union(system.domain[self.first])


Runs = Mapping[str, frozenset[LocalRun]]
Heads = Mapping[tuple[str, Action], frozenset[Action]]


@dataclass(frozen=True, eq=False)
class LocalRuns:
    """The local runs and the heads of each process of a system, by local state and last action."""

    system: ClientServerSystem
    endings: tuple[Mapping[tuple[str, Action], tuple[LocalRun, ...]], ...]
    heads: tuple[Heads, ...]

    def to(self, p: int, x: str, b: Action) -> tuple[LocalRun, ...]:
        """The runs c v b of process p from x."""
        return self.endings[p].get((x, b), ())


def local_runs(system: ClientServerSystem) -> LocalRuns:
    """The tables of a system."""
    processes = range(len(system.processes))
    endings = (by_last_action(find_runs(system, p)) for p in processes)
    return LocalRuns(system, tuple(endings), tuple(find_heads(system, p) for p in processes))


def by_last_action(runs: Runs) -> dict[tuple[str, Action], tuple[LocalRun, ...]]:
    """The runs from each local state that end in each action."""
    found: dict[tuple[str, Action], tuple[LocalRun, ...]] = {}
    for x, some in runs.items():
        for run in some:
            found[x, run.last] = (*found.get((x, run.last), ()), run)
    return found


def find_runs(system: ClientServerSystem, p: int) -> Runs:
    """For each local state of process p its runs c v b, with the smallest sets of processes for each c and b.

    runs(x) = { (c, ∅, b) : x –c→ y –b→ }  ∪  { (c, dom(d) ∪ V, b) : x –c→ y, (d, V, b) ∈ runs(y) }.
    """
    steps = system.processes[p].steps
    found: dict[str, frozenset[LocalRun]] = dict.fromkeys(steps, frozenset())
    changed = True
    while changed:
        changed = False
        for x in reversed(steps):  # mostly a client's last states come last: then two rounds are enough
            short = {LocalRun(c, frozenset(), b) for c, y in steps[x].items() for b in steps[y]}
            longer = {
                LocalRun(c, through.union(system.domain[d]), b)
                for c, y in steps[x].items()
                for d, through, b in found[y]
            }
            runs = smallest(short | longer)
            changed = changed or runs != found[x]
            found[x] = runs
    return found


def smallest(runs: Iterable[LocalRun]) -> frozenset[LocalRun]:
    """The runs through whose processes no other with the same first and last action can do with fewer."""
    alike: dict[tuple[Action, Action], set[frozenset[int]]] = {}
    for c, through, b in runs:
        alike.setdefault((c, b), set()).add(through)
    return frozenset(
        LocalRun(c, through, b)
        for (c, b), sets in alike.items()
        for through in sets
        if not any(other < through for other in sets)
    )


def states_reached(process: Process, x: str, may_take: Callable[[Action], bool]) -> frozenset[str]:
    """The local states reached from x by actions that satisfy the condition, x among them."""
    met, waiting = {x}, [x]
    while waiting:
        new = {y for a, y in process.steps[waiting.pop()].items() if may_take(a)} - met
        met |= new
        waiting.extend(new)
    return frozenset(met)


def is_local_run(
    system: ClientServerSystem, p: int, x: str, first: Action, within: Set[int], last: Action
) -> bool:
    """Whether x –first v last→ for some v with dom(v) ⊆ within: the definition, by walking the automaton."""
    process = system.processes[p]
    if first not in process.steps[x]:
        return False
    reached = states_reached(process, process.steps[x][first], lambda d: set(system.domain[d]) <= within)
    return any(last in process.steps[y] for y in reached)


def find_heads(system: ClientServerSystem, q: int) -> Heads:
    """For each local state x of process q and each of its actions b the heads of b at (q, x), if any."""
    found = {}
    for b in system.processes[q].actions:
        other = partner(system, q, b)
        steps = [t for t in system.processes[q].transitions if other not in system.domain[t[1]]]
        before = {x for x, a, _ in system.processes[q].transitions if a == b}
        while new := {x for x, _, y in steps if y in before} - before:
            before |= new
        for x in before:
            found[x, b] = frozenset(c for y, c, z in steps if y == x and z in before)
    return found


def is_head(system: ClientServerSystem, q: int, x: str, c: Action, b: Action) -> bool:
    """Whether x –c v b→ in process q where no action of c v involves the other process of b."""
    process, other = system.processes[q], partner(system, q, b)
    if c not in process.steps[x] or other in system.domain[c]:
        return False
    reached = states_reached(process, process.steps[x][c], lambda d: other not in system.domain[d])
    return any(b in process.steps[y] for y in reached)


def partner(system: ClientServerSystem, p: int, b: Action) -> int:
    """The other process of an action of process p."""
    client, server = system.domain[b]
    return server if p == client else client
