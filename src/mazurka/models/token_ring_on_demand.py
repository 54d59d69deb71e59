"""A ring of stations that pass a token on demand, each with a customer: the tk of the paper's Table 1.

    [HLPW]  section 11, Table 1; [Valmari15] token ring.

Customer i wants the token, gets it, and leaves.  Station i notes that its customer wants it, and that the
next station asks for it; when one of them does, and it has no token, it asks the previous station.  With the
token it serves its customer, and hands it on when asked.  Station 1 has the token at first.  The 2n servers
are the buffers between customers and stations, and between neighbouring stations.

variant: reconstructed from the idea alone, without the model.  Each loop is unfolded once: a station hands
the token on at most once.  The numbers of clients and servers are those of the table, the number of states
is not: 740,131 at n = 7, the table has 2,892,644.  Tried as well: a token that goes round unasked, in three
forms (1,017 to 22,777 states); a customer in two steps instead of three; a station that grants without
noting first; either order preferred when the customer and the neighbour both wait (no difference); stations
that hand on twice or three times (86,217 and 164,437 at n = 5, too many for the table's growth).
"""

from mazurka.models.family import Family, size
from mazurka.systems import ClientServerSystem, Process

Step = tuple[str, str, str]
Local = tuple[str, str, str]
"""Of a station: what it knows of its customer, what of the next station, and where the token is for it."""


def build(n: int) -> ClientServerSystem:
    """n stations and n customers, n ≥ 2."""
    customers = [_customer(i) for i in range(1, n + 1)]
    stations = [_station(i) for i in range(1, n + 1)]
    counters = [_counter(i) for i in range(1, n + 1)]
    links = [_link(i, i % n + 1) for i in range(1, n + 1)]
    return ClientServerSystem(f"tk-{n}", (*customers, *stations), (*counters, *links))


def _customer(i: int) -> Process:
    c = f"c{i}"
    return Process(c, "0", (("0", f"{c}.want", "1"), ("1", f"{c}.enter", "2"), ("2", f"{c}.leave", "3")))


def _counter(i: int) -> Process:
    """The buffer between customer i and station i."""
    c, s = f"c{i}", f"s{i}"
    word = [f"{c}.want", f"{s}.see", f"{s}.grant", f"{c}.enter", f"{c}.leave", f"{s}.finish"]
    states = ["idle", "wants", "seen", "granted", "busy", "left", "over"]
    return Process(f"counter{i}", "idle", tuple(zip(states, word, states[1:], strict=False)))


def _link(i: int, following: int) -> Process:
    """The buffer between station i and the following one, which asks for the token and gets it here.

    Station 1 has the token at first and never asks.
    """
    s, t = f"s{i}", f"s{following}"
    word = [f"{t}.ask", f"{s}.note", f"{s}.pass", f"{t}.get"]
    states = ["quiet", "asked", "noted", "token", "over"]
    steps = zip(states, word, states[1:], strict=False)
    return Process(f"link{i}", "quiet", tuple(x for x in steps if following != 1 or x[1].startswith(f"{s}.")))


def _station(i: int) -> Process:
    initial: Local = ("alone", "quiet", "here" if i == 1 else "away")
    waiting, seen = [initial], {initial}
    steps: list[Step] = []
    while waiting:
        here = waiting.pop()
        for action, there in _moves(here):
            steps.append((".".join(here), f"s{i}.{action}", ".".join(there)))
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    return Process(f"s{i}", ".".join(initial), tuple(steps))


def _moves(here: Local) -> list[tuple[str, Local]]:
    customer, following, token = here
    moves: list[tuple[str, Local]] = []
    if customer == "alone":
        moves.append(("see", ("wanted", following, token)))
    if following == "quiet":
        moves.append(("note", (customer, "asked", token)))
    if token == "away" and (customer == "wanted" or following == "asked"):
        moves.append(("ask", (customer, following, "asked")))
    if token == "asked":
        moves.append(("get", (customer, following, "here")))
    if token == "here" and customer == "wanted":
        moves.append(("grant", ("inside", following, token)))
    if customer == "inside":
        moves.append(("finish", ("served", following, token)))
    if token == "here" and following == "asked" and customer != "inside":
        moves.append(("pass", (customer, "passed", "gone")))
    return moves


FAMILY = Family(
    "tk",
    (size(2, 500, "the number of stations, and of customers"),),
    "[HLPW] section 11, Table 1; [Valmari15]",
    "client-server",
    build,
    "a token goes round a ring of stations on demand of their customers",
)
