"""Reducers by probe sets: the published ones, which are not sound as printed, and one that is mended."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mazurka.limits import Watch
from mazurka.registry.lines import BOTH, optimized, reference
from mazurka.registry.reducer import Option, Reducer
from mazurka.systems import Exploration, PetriNet, System

_ENTITIES = ("entity",)
_SEED = Option(0, (), "0: probe sets are chosen in the order of actions; any other number: at random")
_KEPT = (*BOTH, "local-states")
_UNSOUND: Mapping[str, Any] = {"formalisms": _ENTITIES, "sound_as_printed": False}


def _vectors(default: int) -> Mapping[str, Option]:
    return {"vectors": Option(default, (), "stop at this many vectors, incomplete; 0 for never")}


_KR = reference(
    "probe/kr",
    "probe_kr:reduce_as_printed",
    (*BOTH, "weak-prefix"),
    "[KR] Algorithms 1 and 2",
    options={
        "algorithm": Option("2", ("2", "1"), "the definitive version, or the first, which is not fair"),
        "seed": _SEED,
        **_vectors(0),
    },
    note="claims [KR] Theorem 20: every run is kept as a weak prefix; refuted by the models probe-thm16, "
    "probe-prop19, probe-fresh, probe-line6, probe-ageing; mended in probe/sound",
    **_UNSOUND,
)


def _drop(selection: str, proviso: str, refuted_by: str, vectors: int) -> Reducer:
    """One of the four reductions of DRoP."""
    return reference(
        f"probe/drop:{selection},{proviso}",
        f"probe_drop:reduce_{selection}_{proviso}".replace("-", "_"),
        BOTH,
        "[B] Algorithm 3, Definitions 31, 36, 38 and 39",
        options={"seed": _SEED, **_vectors(vectors)},
        note=f"claims [B] Theorem 5: every deadlock is kept; refuted by the models {refuted_by}; "
        "mended in probe/sound",
        **_UNSOUND,
    )


_FOUR = [
    _drop(selection, proviso, refuted_by, vectors)
    for selection in ("reversing-free", "independent-action")
    for proviso, refuted_by, vectors in (
        # Ages grow for ever where there is a cycle, and tell vectors apart: hence a limit.
        ("ageing", "probe-thm16, probe-prop19", 10_000),
        ("no-duplicates", "probe-thm16, probe-prop19, probe-def36", 0),
    )
]

_SOUND: Mapping[str, Any] = {
    "formalisms": _ENTITIES,
    "promises_if_acyclic": ("weak-prefix", "trace-complete"),
    "options": {
        "selection": Option(
            "smallest", ("smallest", "first", "shortest"), "which probe set: the shortest makes short words"
        ),
        "discharge": Option("maximal", ("maximal", "needed"), "how much of its word a successor lets go"),
        "bound": Option(0, (), "the length of words beyond which all is explored; 0 for none"),
        "settle": Option(12, (), "vectors for each state beyond which bases are explored whole; 0 for never"),
        "seed": Option(0, (), "0: the order of actions as given; any other number: another order"),
        **_vectors(0),
    },
    "note": "where there is a cycle an audit can refute that runs are kept as weak prefixes, not confirm it",
}
_OWN: Mapping[str, Any] = {
    **_SOUND,
    "options": {
        **_SOUND["options"],
        "selection": replace(_SOUND["options"]["selection"], plug_ins=True),
        "order": Option("given", ("given",), "of actions; a function gives those of a system", plug_ins=True),
    },
}
"""In plain form also with a selection and an order of one's own."""
_AFTER = "[KR] Algorithms 1 and 2, [B] Algorithm 3, mended"
_MENDED = (
    optimized("probe/sound", "probe_sound:reduce_sound", _KEPT, _AFTER, **_SOUND),
    reference("plain/probe/sound", "probe_sound:reduce_sound", _KEPT, _AFTER, **_OWN),
)
_MOST_ACTIONS = {"reference": 500, "optimized": 4_000}
"""Of the entity system of a net.  Tables of which action influences which grow with the square: 10 MB."""


def _for_nets_too(reducer: Reducer) -> Reducer:
    """The reducer of entity systems, which reduces a net as the entity system of its tokens."""

    def reduce(system: System[Any], options: Mapping[str, object], watch: Watch) -> Exploration[Any]:
        if not isinstance(system, PetriNet):
            return reducer.reduce(system, options, watch)
        from mazurka.reference.net_entities import on_nets

        return on_nets(reducer.reduce, _MOST_ACTIONS[reducer.line])(system, options, watch)

    return replace(reducer, formalisms=("entity", "petri-net"), reduce=reduce)


def _with_visibility(reducer: Reducer) -> Reducer:
    """The reducer of entity systems and nets, where visible changes keep their order."""

    def reduce(system: System[Any], options: Mapping[str, object], watch: Watch) -> Exploration[Any]:
        from mazurka.reference.probe_visible import visibly
        from mazurka.reference.probe_visible_nets import visibly_on_nets

        if isinstance(system, PetriNet):
            return visibly_on_nets(reducer.reduce)(system, options, watch)
        return visibly(reducer.reduce)(system, options, watch)

    return replace(
        reducer,
        name=reducer.name.replace("sound", "visible"),
        reduce=reduce,
        source="[B] section 6.1, by another way",
        options={
            "visible": Option("", (), "entities or places, with commas: changes of these keep their order"),
            **{k: option for k, option in reducer.options.items() if k not in ("bound", "settle")},
        },
        note="keeps ltl-x of what is visible where there is no cycle; where there is one, the finite "
        "sequences of views, but not whether a view can last for ever",
        compared=False,
    )


_SOUND_TOO = tuple(map(_for_nets_too, _MENDED))
_VISIBLE = map(_with_visibility, _SOUND_TOO)
PROBE_SETS = (*_SOUND_TOO, *map(_for_nets_too, (_KR, *_FOUR)), *_VISIBLE)
