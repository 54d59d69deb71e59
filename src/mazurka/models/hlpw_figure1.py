"""The first example of a client/server system, with a covering source set that is not persistent.

    [HLPW]  section 2 (the example of Figure 1) and Remark 41.

variant: reconstructed from what the text says of the figure, so another drawing may have been meant.
Two clients, three servers, and four maximal runs: a alone, and b c d, c b d, c d b, which are equivalent.
{a, b} is a covering source set of the initial state, although c is enabled there; it is not persistent,
because c can be taken outside of it and depends on a.
n copies stand side by side and never meet: 7^n states.
"""

from mazurka.models.family import Family, Parameter
from mazurka.systems import ClientServerSystem, Process


def build(n: int) -> ClientServerSystem:
    """n copies; the names of a single one carry no number."""
    clients: list[Process] = []
    servers: list[Process] = []
    for i in range(1, n + 1):
        at = "" if n == 1 else f".{i}"
        a, b, c, d = (f"{x}{at}" for x in "abcd")
        clients += [
            Process(f"p{at}", "0", (("0", b, "1"),)),
            Process(f"q{at}", "0", (("0", a, "1"), ("0", c, "2"), ("2", d, "3"))),
        ]
        servers += [
            Process(f"r{at}", "0", (("0", a, "1"), ("0", b, "2"))),
            Process(f"s{at}", "0", (("0", c, "1"),)),
            Process(f"t{at}", "0", (("0", d, "1"),)),
        ]
    order = tuple(f"{x}" if n == 1 else f"{x}.{i}" for i in range(1, n + 1) for x in "abcd")
    return ClientServerSystem(
        "hlpw-figure1" if n == 1 else f"hlpw-figure1-{n}", tuple(clients), tuple(servers), order
    )


FAMILY = Family(
    "hlpw-figure1",
    (Parameter("n", 1, 1, 1000, "the number of copies side by side"),),
    "[HLPW] section 2, Figure 1 and Remark 41",
    "client-server",
    build,
    "two clients, three servers: a covering source set that is not persistent",
)
