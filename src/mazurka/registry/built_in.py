"""The built-in reducers: what each promises, where it lives, and its source."""

from collections.abc import Mapping
from typing import Any

from mazurka.registry.lines import optimized as _optimized
from mazurka.registry.lines import reference as _reference
from mazurka.registry.probe_sets import PROBE_SETS
from mazurka.registry.reducer import ACYCLIC, Option, Reducer

_BOTH = ("soundness", "deadlocks")
_STUBBORN = (*_BOTH, "stubborn")
_TRACES = ("covering-source-sets", "trace-complete")
_SLEEP = (*_BOTH, *_TRACES)
_NO_IGNORING = (*_BOTH, "no-ignoring", "cycle-expansion")
_WHOLE = (*_BOTH, "local-states", "no-ignoring", "cycle-expansion")

_NETS = ("petri-net",)
_CLIENTS = ("client-server",)
_CONTROL = "negative control: unsound on purpose"


def _order(default: str) -> Mapping[str, Option]:
    return {"order": Option(default, ("bfs", "dfs"), "the order of the search: breadth or depth first")}


_BFS, _DFS = _order("bfs"), _order("dfs")


_REACH: Mapping[str, Any] = {"promises_if_acyclic": _TRACES, "options": _BFS}
_STUBBORN_NETS: Mapping[str, Any] = {"formalisms": _NETS, "options": _BFS}
_BROKEN: Mapping[str, Any] = {"sound_as_printed": False, "note": _CONTROL, "options": _BFS}
_VALMARI = "[E] section 2.4.1, after Valmari"
_PSET = "[HLPW] Definition 38 and Table 1"

_LISTING_6 = "[HLPW] Listing 6 and Table 1"


_ACTIONS = Option("given", ("given", "appearance", "by-process"), "the order of actions")
_FORM = Option("processes", ("processes", "actions", "remote"), "the form of PIFS")


def _guided(*, closing: bool = True) -> Mapping[str, Any]:
    """What the reducers of Table 1 that are guided by first sets have in common."""
    options = {
        **_DFS,
        "actions": _ACTIONS,
        "choice": Option("pifs", ("pifs", "first"), "which action comes first"),
        "form": _FORM,
    }
    if closing:
        options["closure"] = Option(
            "min", ("min", "lex"), "the smallest closure, or that of the first action"
        )
    return {"formalisms": _CLIENTS, "options": options}


_TABLE_1 = (
    ("full+sleep", "reduce_full_sleep", _guided()),
    ("full-sleep", "reduce_full_without_sleep", _guided()),
    ("minclosure+sleep", "reduce_minclosure_sleep", _guided()),
    ("apifs+sleep", "reduce_apifs_sleep", _guided(closing=False)),
)
_BUDGET = Option(20, (), "how often a test may ask PIFS")
_MERGED: Mapping[str, Option] = {
    "order": Option("dfs", ("dfs", "bfs", "ranked"), "depth first, breadth first, or farthest from the end"),
    "actions": _ACTIONS,
    "form": _FORM,
}
_OURS = "ours, after [HLPW] Definition 38 and Listing 6"
_OUR_OWN: tuple[tuple[str, str, str, Mapping[str, Option]], ...] = (
    ("pset-next+sleep", "process_sets", "reduce_pset_next_sleep", {}),
    ("fresh+sleep", "closure_search", "reduce_fresh_sleep", _guided(closing=False)["options"]),
    (
        "unfolded+sleep",
        "closure_search",
        "reduce_unfolded_sleep",
        {**_guided()["options"], "budget": _BUDGET},
    ),
    (
        "merged+sleep",
        "closure_search",
        "reduce_merged_sleep",
        {**_guided(closing=False)["options"], **_MERGED},
    ),
    ("lean+sleep", "closure_search", "reduce_lean_sleep", {**_MERGED, "budget": _BUDGET}),
)
_LISTINGS = (
    ("ifs+sleep", "reduce_ifs_sleep", "[HLPW] Listing 2"),
    ("lex-tree", "reduce_lex_tree", "[HLPW] Listing 1"),
)
_WITH_ORACLE: Mapping[str, Any] = {
    "formalisms": _CLIENTS,
    "options": {
        **_DFS,
        "actions": _ACTIONS,
        "oracle": Option("exact", ("exact", "pifs", "sleep"), "the test: by enumeration, PIFS, or awake"),
        "form": _FORM,
    },
}
_BROKEN_CLIENTS: Mapping[str, Any] = {
    "formalisms": _CLIENTS,
    "sound_as_printed": False,
    "note": _CONTROL,
    "options": {**_DFS, "actions": _ACTIONS},
}
_MISREAD = (
    ("pifs-of-disabled", "reduce_without_what_is_enabled", "[HLPW] Definition 31, misread"),
    ("pifs-new-process", "reduce_with_new_processes", "[HLPW] Definition 33, misread"),
    ("closure-without-rivals", "reduce_without_rivals", "[HLPW] Definition 36, as it is printed"),
)

BUILT_IN: Mapping[str, Reducer] = {
    r.name: r
    for r in (
        _optimized("reach", "explorer:reduce_reach", _WHOLE, "[HLPW] Table 1", **_REACH),
        _optimized(
            "stubborn/closure", "stubborn_sets:reduce_by_closure", _STUBBORN, _VALMARI, **_STUBBORN_NETS
        ),
        _optimized(
            "stubborn/deletion", "stubborn_sets:reduce_by_deletion", _STUBBORN, _VALMARI, **_STUBBORN_NETS
        ),
        _optimized(
            "pset+sleep",
            "process_sets:reduce_pset_sleep",
            _SLEEP,
            _PSET,
            formalisms=_CLIENTS,
            options=_DFS,
        ),
        *(
            _optimized(name, f"closure_search:{function}", _SLEEP, _LISTING_6, **more)
            for name, function, more in _TABLE_1
        ),
        *(
            _optimized(
                name,
                f"with_oracle:{function}",
                _SLEEP,
                source,
                package="registry",
                compared=False,
                **_WITH_ORACLE,
            )
            for name, function, source in _LISTINGS
        ),
        *(
            declare(prefix + name, f"{home}:{function}", _SLEEP, _OURS, formalisms=_CLIENTS, options=options)
            for name, module, function, options in _OUR_OWN
            for declare, prefix, home in (
                (_optimized, "", module),
                (_reference, "plain/", module.replace("closure_search", "client_server_reducers")),
            )
        ),
        _reference("plain/reach", "explorer:reach_plain", _WHOLE, "[HLPW] Table 1", **_REACH),
        _reference(
            "plain/persistent",
            "persistent_sets:reduce_plain",
            (*_BOTH, "persistent"),
            "[HLPW] section 5.1, after Godefroid",
            options=_BFS,
        ),
        _reference(
            "plain/sleep",
            "sleep_sets:reduce_plain",
            _SLEEP,
            "[HLPW] section 6 and Definition 16",
            preconditions=(ACYCLIC,),
        ),
        _reference(
            "plain/stubborn/closure",
            "net_stubborn_sets:reduce_by_closure",
            _STUBBORN,
            _VALMARI,
            **_STUBBORN_NETS,
        ),
        _reference(
            "plain/stubborn/deletion",
            "net_stubborn_sets:reduce_by_deletion",
            _STUBBORN,
            _VALMARI,
            **_STUBBORN_NETS,
        ),
        _reference("plain/pset+sleep", "process_sets:reduce_pset_sleep", _SLEEP, _PSET, formalisms=_CLIENTS),
        *(
            _reference(f"plain/{name}", f"client_server_reducers:{function}", _SLEEP, _LISTING_6, **more)
            for name, function, more in _TABLE_1
        ),
        *(
            _reference(f"plain/{name}", f"client_server_reducers:{function}", _SLEEP, source, **_WITH_ORACLE)
            for name, function, source in _LISTINGS
        ),
        *PROBE_SETS,
        _reference(
            "broken/ignores-dependency",
            "negative_controls:reduce_ignoring_a_dependency",
            _BOTH,
            "[E] section 4.2.2 has this mistake",
            **_BROKEN,
        ),
        _reference(
            "broken/forgets-proviso",
            "negative_controls:reduce_forgetting_the_proviso",
            _NO_IGNORING,
            "[EP] section 1 has this problem",
            **_BROKEN,
        ),
        *(
            _reference(
                f"broken/{name}", f"client_server_controls:{function}", _SLEEP, source, **_BROKEN_CLIENTS
            )
            for name, function, source in _MISREAD
        ),
    )
}
