"""The built-in reducers: what each promises, where it lives, and its source."""

from collections.abc import Mapping
from typing import Any

from mazurka.registry.client_server import CLIENT_SERVER
from mazurka.registry.lines import BFS, BOTH, CONTROL, SLEEP_SETS, TRACES, optimized, reference
from mazurka.registry.probe_sets import PROBE_SETS
from mazurka.registry.provisos import (
    INSERTION_OPTIONS,
    ORDER,
    PLAIN_INSERTION_OPTIONS,
    PLAIN_PROVISO_OPTIONS,
    PLAIN_PROVISOS,
    PROVISO_OPTIONS,
    PROVISO_PROMISES,
)
from mazurka.registry.reducer import ACYCLIC, Reducer

_STUBBORN = (*BOTH, "stubborn")
_NO_IGNORING = (*BOTH, "no-ignoring", "cycle-expansion")
_WHOLE = (*BOTH, "local-states", "no-ignoring", "cycle-expansion")

_NETS = ("petri-net",)

_REACH: Mapping[str, Any] = {"promises_if_acyclic": TRACES, "options": BFS}
_STUBBORN_NETS: Mapping[str, Any] = {"formalisms": _NETS, "options": BFS}
_WITH_PROVISO: Mapping[str, Any] = {
    "formalisms": _NETS,
    "options": PROVISO_OPTIONS,
    "promises_with": PROVISO_PROMISES,
}
_BROKEN: Mapping[str, Any] = {"sound_as_printed": False, "note": CONTROL, "options": BFS}
_VALMARI = "[E] section 2.4.1, after Valmari"

BUILT_IN: Mapping[str, Reducer] = {
    r.name: r
    for r in (
        optimized("reach", "explorer:reduce_reach", _WHOLE, "[HLPW] Table 1", **_REACH),
        optimized(
            "stubborn/closure", "stubborn_sets:reduce_by_closure", _STUBBORN, _VALMARI, **_WITH_PROVISO
        ),
        optimized(
            "stubborn/deletion", "stubborn_sets:reduce_by_deletion", _STUBBORN, _VALMARI, **_WITH_PROVISO
        ),
        optimized(
            "stubborn/smallest",
            "stubborn_sets:reduce_by_smallest",
            _STUBBORN,
            _VALMARI,
            **_WITH_PROVISO,
        ),
        optimized(
            "stubborn/insertion",
            "stubborn_sets:reduce_by_insertion",
            _STUBBORN,
            _VALMARI,
            **{**_WITH_PROVISO, "options": {**PROVISO_OPTIONS, **INSERTION_OPTIONS}},
        ),
        reference("plain/reach", "explorer:reach_plain", _WHOLE, "[HLPW] Table 1", **_REACH),
        reference(
            "plain/persistent",
            "persistent_sets:reduce_plain",
            (*BOTH, "persistent"),
            "[HLPW] section 5.1, after Godefroid",
            **PLAIN_PROVISOS,
        ),
        reference(
            "plain/sleep",
            "sleep_sets:reduce_plain",
            SLEEP_SETS,
            "[HLPW] section 6 and Definition 16",
            preconditions=(ACYCLIC,),
        ),
        reference(
            "plain/stubborn/closure",
            "net_stubborn_sets:reduce_by_closure",
            _STUBBORN,
            _VALMARI,
            formalisms=_NETS,
            **PLAIN_PROVISOS,
        ),
        reference(
            "plain/stubborn/deletion",
            "net_stubborn_sets:reduce_by_deletion",
            _STUBBORN,
            _VALMARI,
            formalisms=_NETS,
            **PLAIN_PROVISOS,
        ),
        reference(
            "plain/stubborn/smallest",
            "net_stubborn_sets:reduce_by_smallest",
            _STUBBORN,
            _VALMARI,
            formalisms=_NETS,
            **PLAIN_PROVISOS,
        ),
        reference(
            "plain/stubborn/insertion",
            "insertion:reduce_by_insertion",
            _STUBBORN,
            "[VH], after Valmari",
            formalisms=_NETS,
            promises_with=PROVISO_PROMISES,
            options={**PLAIN_PROVISO_OPTIONS, **PLAIN_INSERTION_OPTIONS},
        ),
        reference(
            "plain/stubborn/weak",
            "weakly_stubborn:reduce_weakly",
            _STUBBORN,
            "[E] section 2.4.1, D2w; [VH]",
            formalisms=_NETS,
            options=ORDER,
        ),
        reference(
            "stubborn/dependency-groups",
            "dependency_groups:reduce_by_groups",
            _STUBBORN,
            "[E] section 4.2.2",
            formalisms=_NETS,
            options=ORDER,
            sound_as_printed=False,
            note="claims that dependency groups are stubborn; a disabled member lacks a scapegoat",
        ),
        *CLIENT_SERVER,
        *PROBE_SETS,
        reference(
            "broken/ignores-dependency",
            "negative_controls:reduce_ignoring_a_dependency",
            BOTH,
            "[E] section 4.2.2 has this mistake",
            **_BROKEN,
        ),
        reference(
            "broken/drops-inhibitors",
            "negative_controls:reduce_dropping_inhibitors",
            _STUBBORN,
            "[E] section 2.4.1 for nets without inhibitor arcs",
            formalisms=_NETS,
            sound_as_printed=False,
            note=CONTROL,
            options=ORDER,
        ),
        reference(
            "broken/forgets-proviso",
            "negative_controls:reduce_forgetting_the_proviso",
            _NO_IGNORING,
            "[EP] section 1 has this problem",
            **_BROKEN,
        ),
        reference(
            "broken/naive-expanded",
            "negative_controls:reduce_by_naive_expanded",
            _NO_IGNORING,
            "[EP] section 5 shows why it is wrong",
            sound_as_printed=False,
            note=CONTROL,
        ),
        reference(
            "broken/colour-as-printed",
            "negative_controls:reduce_by_colour_as_printed",
            _NO_IGNORING,
            "[EP] Fig. 3, to the letter",
            sound_as_printed=False,
            note="its counter is wrong after a restart; mended in the proviso colour",
        ),
    )
}
