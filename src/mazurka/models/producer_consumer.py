"""A producer and a consumer that share a buffer of n places.

A textbook net: [Murata] section III.  The place `empty` complements `full`, so the
net is bounded.  2 · 2 · (n + 1) markings, no deadlock.
"""

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """A buffer of capacity n."""
    marking = {"idle": 1, "holding": 0, "empty": n, "full": 0, "hungry": 1, "fed": 0}
    steps = [
        Step("produce", take=["idle"], put=["holding"]),
        Step("store", take=["holding", "empty"], put=["idle", "full"]),
        Step("fetch", take=["hungry", "full"], put=["fed", "empty"]),
        Step("consume", take=["fed"], put=["hungry"]),
    ]
    return net(f"producer-consumer-{n}", marking, steps)


FAMILY = Family(
    "producer-consumer",
    (size(1, 1_000_000, "the capacity of the buffer"),),
    "[Murata] section III",
    "petri-net",
    build,
    "a producer and a consumer with a buffer of n places; 4 (n + 1) markings",
)
