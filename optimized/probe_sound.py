"""`probe/sound`, compiled: the search by probe sets of `probe_search.py`, run in slices.

[KR]  Algorithms 1 and 2; [B] Algorithm 3, Definition 36; see `probe_missed.py` for what is mended.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from mazurka.errors import OptionError, PreconditionError
from mazurka.limits import Watch
from mazurka.optimized import probe_search as kernel
from mazurka.optimized.probe_arrays import (
    ProbeSearch,
    allow_longer_words,
    allow_more_pairs,
    enter_initial,
    grow,
    prepare,
    reserve,
)
from mazurka.optimized.probe_choice import FIRST, SHORTEST, SMALLEST, Rules
from mazurka.optimized.probe_graph import graph
from mazurka.optimized.probe_tokens import first_tokens_beyond, refuse_beyond
from mazurka.optimized.slices import Pace, loading
from mazurka.systems import EntitySystem, Exploration, System
from mazurka.systems.entity import Entities

SELECTIONS = {"smallest": SMALLEST, "first": FIRST, "shortest": SHORTEST}


def reduce_sound(
    system: System[Entities], options: Mapping[str, object], watch: Watch
) -> Exploration[Entities]:
    """The reduction.  PreconditionError unless it is an entity system.

    options: `selection`, "smallest" (the default), "first" or "shortest"; `discharge`, "maximal" (the
    default) or "needed"; `bound` on the length of words, `settle` on vectors for each state, `vectors` on the
    number of all, 0 for none; `seed`.
    """
    if not isinstance(system, EntitySystem):
        raise PreconditionError(
            f"probe/sound is for entity systems, and {system.name} is a {system.formalism} system; "
            "convert it where that is possible, or use plain/persistent"
        )
    rules = Rules(
        np.int64(SELECTIONS[_one_of(options, "selection", tuple(SELECTIONS))]),
        _one_of(options, "discharge", ("maximal", "needed")) == "needed",
        np.int64(_whole_number(options, "bound")),
        np.int64(_whole_number(options, "settle")),
    )
    most = _whole_number(options, "vectors")
    ordered = shuffled(system, _whole_number(options, "seed"))
    started = watch.seconds()
    search = prepare(ordered, rules)
    with watch.paused():
        enter_initial(search)
    with loading("probe_search.search", watch):
        if not watch.interrupted.is_set():
            _slice(search, 0, 0)
            reserve(search, 2 * len(search.record.order), 0)
    with watch.interruptible(), np.errstate(over="ignore"):
        limit = _run(search, watch, most)
    return summary(search, limit, watch.seconds() - started)


def shuffled(system: EntitySystem, seed: int) -> EntitySystem:
    """The system with its actions in an order that the seed determines; 0 leaves it as it is."""
    if not seed:
        return system
    actions = list(system.entity_actions)
    Random(seed).shuffle(actions)
    return replace(system, entity_actions=tuple(actions))


def _whole_number(options: Mapping[str, object], name: str) -> int:
    value = options.get(name, 0)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise OptionError(f"option {name}: {value!r} is not a number from 0 on")
    return value


def _one_of(options: Mapping[str, object], name: str, choices: tuple[str, ...]) -> str:
    value = str(options.get(name, choices[0]))
    if value not in choices:
        raise OptionError(f"option {name}: {value!r} is not one of {', '.join(choices)}")
    return value


def _run(search: ProbeSearch, watch: Watch, most: int) -> str | None:
    """Slices until the search is done; the limit that ended it, or None."""
    pace, checked = Pace(), 0
    least = [k for k in (most, watch.limits.max_states) if k]
    beyond = first_tokens_beyond(search.system, search.layout)
    while True:
        limit = watch.limit_reached(search.expanded, search.waiting)
        if limit is not None:
            return limit
        pace.begin()
        status = _slice(search, min(least, default=0), pace.budget)
        checked = refuse_beyond(search, beyond, checked)
        if status == kernel.DONE:
            return None
        if status == kernel.LIMIT:
            return watch.limit_reached(search.expanded, search.waiting) or "max_vectors"
        if status == kernel.ROOM:
            grow(search)
        elif status == kernel.LETTERS:
            allow_longer_words(search)
        elif status == kernel.PAIRS:
            allow_more_pairs(search)
        else:
            pace.spent()


def _slice(search: ProbeSearch, most: int, budget: int) -> int:
    """One call of the kernel; why it returned."""
    status: int = kernel.search(
        search.compiled, search.tables, search.rules, search.found, search.record, search.enabled,
        search.causes, search.missed, search.scratch, search.counters, most, budget,
    )  # fmt: skip
    return status


def summary(search: ProbeSearch, limit: str | None, seconds: float) -> Exploration[Any]:
    """The counts of a search, and its graph as a thunk: nodes are vectors, states their targets."""
    c = search.counters
    return Exploration(
        states=int(c[kernel.TARGETS]),
        nodes=search.expanded,
        transitions=int(c[kernel.STEPS]),
        deadlocks=int(c[kernel.DEADLOCKS]),
        complete=limit is None,
        limit=limit,
        seconds=seconds,
        graph=lambda: graph(search, limit),
        stored_bytes=_stored_bytes(search),
    )


def _stored_bytes(search: ProbeSearch) -> int:
    """The bytes in use for states, words, vectors, their hash tables, and the stack."""
    f = search.found
    stores: int = sum(
        int(s.size[0]) * s.rows.shape[1] * 8 + s.slots.nbytes for s in (f.states, f.words, f.vectors)
    )
    return stores + 2 * int(f.states.size[0]) + 4 * int(f.vectors.size[0]) + 12 * search.waiting
