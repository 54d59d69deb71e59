"""Boolean gates: a complete binary tree of gates connected by wires, the bg of the paper's Table 1.

    [HLPW]  section 11: each gate (client) reads its two input wires (servers), then writes its output wire.

variant: the text leaves open what is computed and who feeds the leaves.  Here a wire is a buffer with one
place, emptied by the gate that gets its value; a leaf puts 0 or 1, as it likes; an inner gate gets from the
left, then from the right, and puts the conjunction of both; the root only gets.  That gives the published
163,217 states at height 3, with 15 clients and 14 servers.
"""

from mazurka.models.family import Family, size
from mazurka.systems import ClientServerSystem, Process


def build(n: int) -> ClientServerSystem:
    """A tree of height n: 2^(n+1) − 1 gates, numbered from the root, gate g above 2g and 2g + 1."""
    gates = 2 ** (n + 1) - 1
    leaves = 2**n
    return ClientServerSystem(
        f"bg-{n}",
        tuple(_leaf(g) if g >= leaves else _inner_gate(g) for g in range(1, gates + 1)),
        tuple(_wire(g) for g in range(2, gates + 1)),
    )


def _leaf(g: int) -> Process:
    return Process(f"g{g}", "start", tuple(("start", f"g{g}.put{v}", "done") for v in (0, 1)))


def _inner_gate(g: int) -> Process:
    left, right = 2 * g, 2 * g + 1
    steps = [("start", f"g{g}.get{v}.w{left}", f"left{v}") for v in (0, 1)]
    steps += [(f"left{v}", f"g{g}.get{w}.w{right}", f"both{v & w}") for v in (0, 1) for w in (0, 1)]
    if g > 1:
        steps += [(f"both{v}", f"g{g}.put{v}", "done") for v in (0, 1)]
    return Process(f"g{g}", "start", tuple(steps))


def _wire(g: int) -> Process:
    """The wire that leaves gate g."""
    steps = []
    for v in (0, 1):
        steps += [("empty", f"g{g}.put{v}", f"holds{v}"), (f"holds{v}", f"g{g // 2}.get{v}.w{g}", "empty")]
    return Process(f"w{g}", "empty", tuple(steps))


FAMILY = Family(
    "bg",
    (size(1, 10, "the height of the tree"),),
    "[HLPW] section 11, Table 1",
    "client-server",
    build,
    "boolean gates (clients) in a complete binary tree of wires (servers); 163,217 states at height 3",
)
