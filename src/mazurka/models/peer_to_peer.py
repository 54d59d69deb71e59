"""Peer-to-peer communication: sites that a server brings together in pairs.

    [Helena]  the net p2p of its examples; [EP] section 6, Table 1.

A site asks the server for a peer and waits.  The server takes one request, then another, and tells each of
the two who the other is.  A site sends its peer a message, waits for a message, and is idle again.  The
message says to whom it goes and not from whom it is.

variant: in the net of [Helena] an answer of the server waits until its site takes it, of which there are
6,709,785 markings at n = 8.  Here the server's second step takes both sites out of their waiting; that gives
the published 743,580.
"""

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net_of_steps
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n sites, n ≥ 2, and a server."""
    sites = range(1, n + 1)
    steps = []
    for i in sites:
        steps += [
            Step(f"ask_{i}", take=[f"idle_{i}"], put=[f"waits_for_peer_{i}", f"request_{i}"]),
            Step(f"first_{i}", take=["server_idle", f"request_{i}"], put=[f"server_has_{i}"]),
            Step(f"receive_{i}", take=[f"waits_for_message_{i}", f"message_{i}"], put=[f"idle_{i}"]),
        ]
        for j in sites:
            if j != i:
                steps += [
                    Step(
                        f"second_{i}_{j}",
                        take=[
                            f"server_has_{i}",
                            f"request_{j}",
                            f"waits_for_peer_{i}",
                            f"waits_for_peer_{j}",
                        ],
                        put=["server_idle", f"peer_of_{i}_is_{j}", f"peer_of_{j}_is_{i}"],
                    ),
                    Step(
                        f"send_{i}_{j}",
                        take=[f"peer_of_{i}_is_{j}"],
                        put=[f"waits_for_message_{i}", f"message_{j}"],
                    ),
                ]
    return net_of_steps(f"peer-to-peer-{n}", ["server_idle", *(f"idle_{i}" for i in sites)], steps)


FAMILY = Family(
    "peer-to-peer",
    (size(2, 200, "the number of sites"),),
    "[Helena] p2p; [EP] Table 1",
    "petri-net",
    build,
    "a server brings sites together in pairs; 743,580 markings at n = 8",
)
