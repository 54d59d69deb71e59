"""Resource allocation: a server that lends units of one resource to n clients, each up to a limit.

    [Helena]  the net allocator of its examples; [EP] section 6, Table 1.

A client that is ready works for a while, or asks for a unit, or gives one back; it asks for no more than
its limit allows, and waits for the answer of either request.  The server answers one request at a time: it
lends a unit that is left to a client that has not all of its tokens lent, and takes a unit back.

A client can work and be ready again forever, without ever meeting the server: here actions are ignored
easily ([EP] section 6).
"""

from collections.abc import Iterator

from mazurka.models.family import Family, Parameter, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int, units: int, limit: int) -> PetriNet:
    """n clients that share so many units, each of which has at most `limit` of them."""
    marking = {"server": 1, "units": units}
    for i in range(1, n + 1):
        marking |= {f"ready_{i}": 1, f"tokens_{i}": limit, f"may_ask_{i}": limit, f"has_{i}": 0}
    steps = [s for i in range(1, n + 1) for s in _client(i)]
    for s in steps:
        marking |= dict.fromkeys([p for p in s.put if p not in marking], 0)
    return net(f"resource-allocation-{n}-units-{units}-limit-{limit}", marking, steps)


def _client(i: int) -> Iterator[Step]:
    ready = f"ready_{i}"
    yield Step(f"begin_work_{i}", take=[ready], put=[f"works_{i}"])
    yield Step(f"end_work_{i}", take=[f"works_{i}"], put=[ready])
    yield from _request("get", i, needs=[f"may_ask_{i}"], takes=["units", f"tokens_{i}"])
    yield Step(f"got_{i}", take=[f"waits_to_get_{i}", f"answer_to_get_{i}"], put=[f"has_got_{i}", f"has_{i}"])
    yield Step(f"after_get_{i}", take=[f"has_got_{i}"], put=[ready])
    yield from _request("give", i, needs=[f"has_{i}"], puts=["units", f"tokens_{i}"])
    yield Step(f"gave_{i}", take=[f"waits_to_give_{i}", f"answer_to_give_{i}"], put=[f"has_given_{i}"])
    yield Step(f"after_give_{i}", take=[f"has_given_{i}"], put=[ready, f"may_ask_{i}"])


def _request(
    kind: str, i: int, needs: list[str], takes: list[str] | None = None, puts: list[str] | None = None
) -> Iterator[Step]:
    """A message to the server, what the server does about it, and its answer."""
    message, served = f"message_{kind}_{i}", f"serves_{kind}_{i}"
    yield Step(f"send_{kind}_{i}", take=[f"ready_{i}", *needs], put=[f"waits_to_{kind}_{i}", message])
    yield Step(f"serve_{kind}_{i}", take=["server", message, *(takes or ())], put=[served, *(puts or ())])
    yield Step(f"answer_{kind}_{i}", take=[served], put=["server", f"answer_to_{kind}_{i}"])


FAMILY = Family(
    "resource-allocation",
    (
        size(1, 1_000, "the number of clients"),
        Parameter("units", 10, 1, 1_000_000, "the units that are lent"),
        Parameter("limit", 3, 1, 1_000_000, "the most units that a client has"),
    ),
    "[Helena] allocator; [EP] Table 1",
    "petri-net",
    build,
    "a server lends units of a resource to clients that may also work without it",
)
