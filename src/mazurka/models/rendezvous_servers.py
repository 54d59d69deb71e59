"""Clients that call any of several servers, as tasks of a program that meet in rendezvous.

    [EP]  section 6, Table 1: a client-server program with 4 clients and 2 servers.

A client prepares a request and calls.  A server that listens accepts a call, works, writes into a log that
all servers share, one at a time, and ends the rendezvous: the client reads its answer, and the server
tidies up and listens again.  The client is held from the call to the end of the rendezvous.

variant: the net of [EP] is made from an Ada program that is not public; this one is written from its title
and has other sizes.
"""

from collections.abc import Iterator

from mazurka.models.family import Family, Parameter, size
from mazurka.models.nets import Step, net_of_steps
from mazurka.systems import PetriNet


def build(n: int, servers: int) -> PetriNet:
    """n clients and so many servers."""
    clients, serving = range(1, n + 1), range(1, servers + 1)
    initial = ["log", *(f"idle_{c}" for c in clients), *(f"listens_{s}" for s in serving)]
    steps = [step for c in clients for step in _client(c)]
    steps += [step for s in serving for step in _server(s, n)]
    return net_of_steps(f"rendezvous-servers-{n}-servers-{servers}", initial, steps)


def _client(c: int) -> Iterator[Step]:
    yield Step(f"prepare_{c}", take=[f"idle_{c}"], put=[f"prepares_{c}"])
    yield Step(f"call_{c}", take=[f"prepares_{c}"], put=[f"calls_{c}"])
    yield Step(f"read_{c}", take=[f"answered_{c}"], put=[f"reads_{c}"])
    yield Step(f"rest_{c}", take=[f"reads_{c}"], put=[f"idle_{c}"])


def _server(s: int, n: int) -> Iterator[Step]:
    for c in range(1, n + 1):
        here = f"_{s}_{c}"
        yield Step(f"accept{here}", take=[f"calls_{c}", f"listens_{s}"], put=[f"works{here}"])
        yield Step(f"work{here}", take=[f"works{here}"], put=[f"worked{here}"])
        yield Step(f"begin_write{here}", take=[f"worked{here}", "log"], put=[f"writes{here}"])
        yield Step(f"end_write{here}", take=[f"writes{here}"], put=[f"wrote{here}", "log"])
        yield Step(f"end{here}", take=[f"wrote{here}"], put=[f"answered_{c}", f"tidies_{s}"])
    yield Step(f"tidy_{s}", take=[f"tidies_{s}"], put=[f"tidied_{s}"])
    yield Step(f"listen_{s}", take=[f"tidied_{s}"], put=[f"listens_{s}"])


FAMILY = Family(
    "rendezvous-servers",
    (
        size(1, 1_000, "the number of clients"),
        Parameter("servers", 2, 1, 1_000, "the number of servers"),
    ),
    "[EP] Table 1, a client-server program",
    "petri-net",
    build,
    "clients in rendezvous with servers that share a log; no deadlock",
)
