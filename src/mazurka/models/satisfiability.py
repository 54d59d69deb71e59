"""Client/server systems in which a formula is satisfiable iff a reduction must explore more.

    [HLPW]  Proposition 23, Figure 6 (`ifs_system`); Theorem 26, Figure 7 (`reduction_system`).

A formula is a conjunction of clauses of literals: a literal is i or −i for the variable x_i, i ≥ 1.  The
proofs take three literals a clause; any number does.  The families `hlpw-figure6` and `hlpw-figure7` take a
random formula, by seed, or that of a file; the functions take any.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from mazurka.errors import OptionError
from mazurka.models.family import Family, Parameter, size
from mazurka.systems import ClientServerSystem, Process

Formula = Sequence[Sequence[int]]
Step = tuple[str, str, str]


def random_formula(n: int, clauses: int, width: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """That many clauses over n variables, each of `width` different ones, negated by chance."""
    if width > n:
        raise OptionError(
            f"width is {width} and n is {n}; a clause cannot have more variables than there are: "
            "give a smaller width or more variables"
        )
    chance = Random(seed)
    return tuple(
        tuple(i if chance.random() < 0.5 else -i for i in sorted(chance.sample(range(1, n + 1), width)))
        for _ in range(clauses)
    )


def ifs_system(formula: Formula, name: str = "hlpw-figure6") -> ClientServerSystem:
    """The system of Proposition 23: the formula is satisfiable iff IFS(initial, actions − {q.take.t}).

    All servers are locks: one for each literal and one for each clause, taken at first, one (u) for each
    variable and a last one (t), available at first.  For each variable two clients compete for u: the
    winner releases the literal that it makes true.  For each literal of a clause a client takes and releases
    the literal, and then releases the clause.  Client p takes all clauses and then t, client q takes t.
    Only by p taking t can it happen that a maximal run does without q's only action.
    """
    variables = sorted({abs(x) for clause in formula for x in clause})
    clauses = [f"c{j}" for j in range(1, len(formula) + 1)]
    words: dict[str, list[tuple[str, str]]] = {}
    for i in variables:
        for x in (i, -i):
            words[f"set.{_literal(x)}"] = [("take", f"u{i}"), ("drop", _literal(x))]
    for clause, c in zip(formula, clauses, strict=True):
        for k, x in enumerate(clause, 1):
            words[f"{c}.{k}"] = [("take", _literal(x)), ("drop", _literal(x)), ("drop", c)]
    words["p"] = [*(("take", c) for c in clauses), ("take", "t")]
    words["q"] = [("take", "t")]
    taken = [_literal(x) for i in variables for x in (i, -i)] + clauses
    available = [f"u{i}" for i in variables] + ["t"]
    return ClientServerSystem(
        name,
        tuple(_client_of_locks(p, word) for p, word in words.items()),
        tuple(_lock(lock, words, "taken") for lock in taken)
        + tuple(_lock(lock, words, "available") for lock in available),
    )


def _client_of_locks(p: str, word: Sequence[tuple[str, str]]) -> Process:
    return Process(p, "0", tuple((str(k), f"{p}.{do}.{x}", str(k + 1)) for k, (do, x) in enumerate(word)))


def _lock(lock: str, words: dict[str, list[tuple[str, str]]], initial: str) -> Process:
    """A lock may be released by others than who took it: it does not know its holder."""
    move = {"take": ("available", "taken"), "drop": ("taken", "available")}
    steps: list[Step] = []
    for p, word in words.items():
        steps += [(move[do][0], f"{p}.{do}.{x}", move[do][1]) for do, x in word if x == lock]
    return Process(lock, initial, tuple(steps))


def _literal(x: int) -> str:
    return f"x{x}" if x > 0 else f"not_x{-x}"


def reduction_system(formula: Formula, name: str = "hlpw-figure7") -> ClientServerSystem:
    """The system of Theorem 26: the formula is satisfiable iff some maximal run does not start with `begin`.

    Process `decide` chooses true or false for each variable, moving the process of the literal that it makes
    true from top to bottom; for each clause it then needs one of its literals at the bottom, and ends with
    `end`.  Process `other` either begins, and then moves for each variable one of its two literals to
    the bottom too, or it does `stop`, after `end`.  If it has begun, all literals get to the bottom.

    variant: reconstructed from what the text says of Figure 7, with the roles exchanged.  A literal at the
    bottom serves any number of clauses and stays there, so that nothing remembers by which literals the
    clauses were passed; its process has loops, hence it is a server here, and the two long processes,
    which the figure calls servers, are the clients.
    """
    variables = sorted({abs(x) for clause in formula for x in clause})
    literals = {x: _literal_process(x, formula) for i in variables for x in (i, -i)}
    begins = Process("begins", "0", (("0", "begin", "1"),))
    stops = Process("stops", "0", (("0", "end", "1"), ("1", "stop", "2")))
    decide: list[Step] = []
    other: list[Step] = [("start", "stop", "stopped"), ("start", "begin", "other0")]
    for k, i in enumerate(variables):
        decide += [(f"choose{k}", _chosen(x), f"choose{k + 1}") for x in (i, -i)]
        other += [(f"other{k}", _completed(x), f"other{k + 1}") for x in (i, -i)]
    at = f"choose{len(variables)}"
    for j, clause in enumerate(formula, 1):
        decide += [(at, _tested(j, x), f"clause{j}") for x in dict.fromkeys(clause)]
        at = f"clause{j}"
    decide.append((at, "end", "ended"))
    clients = (
        Process("decide", decide[0][0], tuple(decide)),
        Process("other", "start", tuple(other)),
    )
    return ClientServerSystem(name, clients, (begins, stops, *literals.values()))


def _literal_process(x: int, formula: Formula) -> Process:
    steps = [("top", _chosen(x), "bottom"), ("top", _completed(x), "bottom")]
    steps += [("bottom", _tested(j, x), "bottom") for j, c in enumerate(formula, 1) if x in c]
    return Process(_literal(x), "top", tuple(steps))


def _chosen(x: int) -> str:
    return f"choose.{_literal(x)}"


def _completed(x: int) -> str:
    return f"other.{_literal(x)}"


def _tested(j: int, x: int) -> str:
    return f"c{j}.{_literal(x)}"


def _figure6(n: int, clauses: int, width: int, seed: int) -> ClientServerSystem:
    return ifs_system(random_formula(n, clauses, width, seed), _named(6, n, clauses, width, seed))


def _figure7(n: int, clauses: int, width: int, seed: int) -> ClientServerSystem:
    return reduction_system(random_formula(n, clauses, width, seed), _named(7, n, clauses, width, seed))


def _named(figure: int, n: int, clauses: int, width: int, seed: int) -> str:
    return f"hlpw-figure{figure}-{n}-clauses-{clauses}-width-{width}-seed-{seed}"


_PARAMETERS = (
    size(1, 1_000, "the number of variables"),
    Parameter("clauses", 2, 1, 10_000, "the number of clauses"),
    Parameter("width", 1, 1, 100, "the number of literals in a clause; 3 is 3SAT"),
    Parameter("seed", 0, 0, 2**32 - 1, "the seed of the random formula"),
)

FIGURE_6 = Family(
    "hlpw-figure6",
    _PARAMETERS,
    "[HLPW] Proposition 23, Figure 6",
    "client-server",
    _figure6,
    "a random formula as locks: satisfiable iff some maximal run does not start with q.take.t",
)

FIGURE_7 = Family(
    "hlpw-figure7",
    _PARAMETERS,
    "[HLPW] Theorem 26, Figure 7",
    "client-server",
    _figure7,
    "a random formula: satisfiable iff some maximal run does not start with begin",
)

OF_FORMULA: Mapping[str, Callable[[Formula, str], ClientServerSystem]] = {
    FIGURE_6.name: ifs_system,
    FIGURE_7.name: reduction_system,
}
"""The families by name, as functions of any formula and a name."""
