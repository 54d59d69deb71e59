"""Load balancing: clients whose requests a balancer spreads over servers, and spreads anew after each.

    [Helena]  the net load_balancer of its examples; [EP] section 6, Table 1.

A client sends a request and waits for the answer.  The balancer routes a request to the server of least load,
the first of these.  A server that begins with a request notifies the balancer, which takes one from that
server's load; when the loads then differ by two or more, it moves a waiting request from the server of most
load, the first of these, to that of least.  The server answers when it is done.

variant: a message that can be taken at once, by one receiver only, is handed over in the step that would
send it: the notice, the word to go on, the answer.  That gives 1,580,324 markings for 7 clients and 3
servers, where [EP] has 1,574,530; with all messages there are more than 30 millions.  The loads are tokens,
compared by read arcs of their weight and by those of their complements.
"""

from collections.abc import Iterator

from mazurka.models.family import Family, Parameter, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int, servers: int) -> PetriNet:
    """n clients and so many servers."""
    clients, marking = range(1, n + 1), {"balancer": 1}
    for s in range(1, servers + 1):
        marking |= {f"load_{s}": 0, f"spare_{s}": n, f"idle_server_{s}": 1}
    marking |= {f"idle_{c}": 1 for c in clients}
    steps = []
    for c in clients:
        steps.append(Step(f"send_{c}", take=[f"idle_{c}"], put=[f"request_{c}"]))
        steps.append(Step(f"accept_{c}", take=["balancer", f"request_{c}"], put=[f"routes_{c}"]))
    for s in range(1, servers + 1):
        steps += _server(s, n)
        steps += _routing(s, n, servers)
    steps += _balancing(n, servers)
    for step in steps:
        marking |= dict.fromkeys([p for p in step.put if p not in marking], 0)
    return net(f"load-balancing-{n}-servers-{servers}", marking, steps)


def _server(s: int, n: int) -> Iterator[Step]:
    """It begins with a request when the balancer can hear of it."""
    for c in range(1, n + 1):
        yield Step(
            f"begin_{s}_{c}",
            take=[f"idle_server_{s}", f"queued_{c}_{s}", "balancer", f"load_{s}"],
            put=[f"serves_{s}_{c}", "balances", f"spare_{s}"],
        )
        yield Step(f"answer_{s}_{c}", take=[f"serves_{s}_{c}"], put=[f"idle_server_{s}", f"idle_{c}"])


def _routing(s: int, n: int, servers: int) -> Iterator[Step]:
    """A request goes to server s, which is the first of those with the least load k."""
    for k in range(n):
        least = _at_least({j: k + (j < s) for j in range(1, servers + 1) if j != s})
        for c in range(1, n + 1):
            yield Step(
                f"route_{c}_to_{s}_at_{k}",
                take=[f"routes_{c}", f"spare_{s}"],
                put=["balancer", f"queued_{c}_{s}", f"load_{s}"],
                read=least | _at_least({s: k}) | _at_most({s: k}, n),
            )


def _balancing(n: int, servers: int) -> Iterator[Step]:
    """s has the least load k, t the greatest; the first of those that do."""
    each = range(1, servers + 1)
    for s in each:
        for k in range(n):
            least = {j: k + (j < s) for j in each}
            near = _at_least(least) | _at_most({j: k + (j != s) for j in each}, n)
            yield Step(f"leave_at_{s}_{k}", take=["balances"], put=["balancer"], read=near)
            for t in each:
                for most in range(k + 2, n + 1) if t != s else ():
                    far = _at_least(least | {t: most})
                    far |= _at_most({j: most - (j < t) for j in each} | {s: k}, n)
                    for c in range(1, n + 1):
                        yield Step(
                            f"move_{c}_from_{t}_at_{most}_to_{s}_at_{k}",
                            take=["balances", f"queued_{c}_{t}", f"load_{t}", f"spare_{s}"],
                            put=["balancer", f"queued_{c}_{s}", f"load_{s}", f"spare_{t}"],
                            read=far,
                        )


def _at_least(loads: dict[int, int]) -> dict[str, int]:
    return {f"load_{j}": k for j, k in loads.items() if k > 0}


def _at_most(loads: dict[int, int], n: int) -> dict[str, int]:
    return {f"spare_{j}": n - k for j, k in loads.items() if k < n}


FAMILY = Family(
    "load-balancing",
    (
        size(1, 30, "the number of clients"),
        Parameter("servers", 2, 1, 10, "the number of servers"),
    ),
    "[Helena] load_balancer; [EP] Table 1",
    "petri-net",
    build,
    "a balancer spreads requests over servers; 1,580,324 markings for 7 clients and 3 servers",
)
