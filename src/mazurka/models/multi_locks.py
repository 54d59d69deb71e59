"""Clients that take random locks in a random order, and then release them.

    [HLPW]  section 11, Figure 11, "Multi locks": each client first acquires a fixed number of randomly
            chosen locks, and then releases the locks.  There: 4 to 12 clients, 10 locks, k = 1 to 3.

variant: the text does not say in which order the locks are released; here in the order they were taken.
The choice depends on nothing but the parameters: the same seed gives the same system.
"""

from random import Random

from mazurka.errors import OptionError
from mazurka.models.family import Family, Parameter, size
from mazurka.models.locks import locking
from mazurka.systems import ClientServerSystem


def build(n: int, k: int, locks: int, seed: int) -> ClientServerSystem:
    """n clients, each of which takes k of that many locks."""
    if k > locks:
        raise OptionError(
            f"family 'multi-locks': k is {k} and locks is {locks}; a client cannot take more locks than "
            "there are: give a smaller k or more locks"
        )
    chance = Random(seed)
    orders = [tuple(chance.sample(range(1, locks + 1), k)) for _ in range(n)]
    return locking(f"multi-locks-{n}-k-{k}-locks-{locks}-seed-{seed}", orders, release_inside_out=False)


FAMILY = Family(
    "multi-locks",
    (
        size(1, 10_000, "the number of clients"),
        Parameter("k", 2, 1, 1000, "how many locks each client takes"),
        Parameter("locks", 10, 1, 1000, "how many locks there are"),
        Parameter("seed", 0, 0, 2**32 - 1, "the seed of the random choice"),
    ),
    "[HLPW] section 11, Figure 11",
    "client-server",
    build,
    "n clients take k random locks each, then release them; random, by seed",
)
