"""Entity systems of nets whose places hold so many tokens: a state beyond that is refused.

The actions of such a system are made for the numbers of tokens within bounds, so a search that goes beyond
has not seen all.  A place beyond its bound has the token of that number.
"""

import numpy as np

from mazurka.optimized.compiled import U64, pack, unpack
from mazurka.optimized.layout import Layout
from mazurka.optimized.probe_arrays import ProbeSearch
from mazurka.systems import EntitySystem
from mazurka.systems.token_entities import TokenEntities, token


def first_tokens_beyond(system: EntitySystem, layout: Layout) -> U64:
    """The tokens that only places beyond their bounds have, as a packed state."""
    beyond = set[str]()
    if isinstance(system, TokenEntities):
        beyond = {token(place, k) for place, k in zip(system.net.places, system.bounds, strict=True)}
    return pack([int(e in beyond) for e in system.entities], layout)


def refuse_beyond(search: ProbeSearch, beyond: U64, checked: int) -> int:
    """TokenOverflowError for a state that the search has met beyond the bounds, from that number on.

    How many states have been checked now.
    """
    known = int(search.found.states.size[0])
    if beyond.any():
        rows = search.found.states.rows[checked:known]
        for i in np.flatnonzero((rows & beyond).any(axis=1)).tolist():
            (s,) = search.encoding.decode(unpack(rows[i : i + 1], search.layout))
            search.system.enabled(s)
    return known
