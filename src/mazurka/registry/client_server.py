"""The reducers of client/server systems: the compiled ones, the plain ones, and misreadings on purpose."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mazurka.registry.lines import BOTH, CONTROL, DFS, SLEEP_SETS, optimized, reference
from mazurka.registry.provisos import PLAIN_PROVISO_OPTIONS, PROVISO_OPTIONS, PROVISO_PROMISES
from mazurka.registry.reducer import ACYCLIC, Option, Reducer

_CLIENTS: Mapping[str, Any] = {"formalisms": ("client-server",), "preconditions": (ACYCLIC,)}
_PLAIN = "client_server_reducers"
_PSET = "[HLPW] Definition 38 and Table 1"

_LISTING_6 = "[HLPW] Listing 6 and Table 1"


_ACTIONS = Option("given", ("given", "appearance", "by-process"), "the order of actions")
_FORM = Option("processes", ("processes", "actions", "remote"), "the form of PIFS")


_CLOSED = Option("ahead", ("ahead", "next"), "processes that can never meet others, or not in the next step")


_PLUG_INS = ("closure", "form")
"""What the plain reducers take from a user: see `reference/own_parts.py`."""


def _guided(*, closing: bool = True) -> Mapping[str, Option]:
    """What the reducers of Table 1 that are guided by first sets have in common."""
    options: dict[str, Option] = {
        **DFS,
        "actions": _ACTIONS,
        "choice": Option("pifs", ("pifs", "first"), "which action comes first"),
        "form": _FORM,
    }
    if closing:
        options["closure"] = Option(
            "min", ("min", "lex"), "the smallest closure, or that of the first action"
        )
    return options


_TABLE_1: tuple[tuple[str, str, Mapping[str, Option]], ...] = (
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
    ("fresh+sleep", "closure_search", "reduce_fresh_sleep", _guided(closing=False)),
    (
        "unfolded+sleep",
        "closure_search",
        "reduce_unfolded_sleep",
        {**_guided(), "budget": _BUDGET},
    ),
    (
        "merged+sleep",
        "closure_search",
        "reduce_merged_sleep",
        {**_guided(closing=False), **_MERGED},
    ),
    ("lean+sleep", "closure_search", "reduce_lean_sleep", {**_MERGED, "budget": _BUDGET}),
)
_LISTINGS = (
    ("ifs+sleep", "reduce_ifs_sleep", "[HLPW] Listing 2"),
    ("lex-tree", "reduce_lex_tree", "[HLPW] Listing 1"),
)
_WITH_ORACLE: Mapping[str, Option] = {
    **DFS,
    "actions": _ACTIONS,
    "oracle": Option("exact", ("exact", "pifs", "sleep"), "the test: by enumeration, PIFS, or awake"),
    "form": _FORM,
}
_BY_ORACLES: Mapping[str, Option] = {
    **_WITH_ORACLE,
    "oracle": Option(
        "exact",
        ("exact", "sat", "pifs-sat", "pifs", "sleep"),
        "the test: by enumeration, a solver, a solver where PIFS says yes, PIFS, or awake",
    ),
}
_BY_SOLVER: tuple[tuple[str, str, str, Mapping[str, Option]], ...] = (
    ("pifs-sat+sleep", "reduce_pifs_sat_sleep", "[HLPW] Listing 6, with an exact test", _guided()),
    ("minimum-source+sleep", "reduce_minimum_source_sleep", "ours, after [HLPW] Definition 6", DFS),
)
_MISREAD = (
    ("pifs-of-disabled", "reduce_without_what_is_enabled", "[HLPW] Definition 31, misread"),
    ("pifs-new-process", "reduce_with_new_processes", "[HLPW] Definition 33, misread"),
    ("closure-without-rivals", "reduce_without_rivals", "[HLPW] Definition 36, as it is printed"),
)


def _compiled(name: str, home: str, source: str, options: Mapping[str, Option], **more: Any) -> Reducer:
    return optimized(name, home, SLEEP_SETS, source, **_CLIENTS, options=options, **more)


def _plain(name: str, home: str, source: str, options: Mapping[str, Option]) -> Reducer:
    own = {key: replace(o, plug_ins=key in _PLUG_INS) for key, o in options.items()}
    return reference(f"plain/{name}", home, SLEEP_SETS, source, **_CLIENTS, options=own)


def _control(name: str, function: str, source: str) -> Reducer:
    return reference(
        f"broken/{name}",
        f"client_server_controls:{function}",
        SLEEP_SETS,
        source,
        **_CLIENTS,
        sound_as_printed=False,
        note=CONTROL,
        options={**DFS, "actions": _ACTIONS},
    )


CLIENT_SERVER: tuple[Reducer, ...] = (
    _compiled("pset+sleep", "process_sets:reduce_pset_sleep", _PSET, DFS),
    optimized(
        "pset",
        "process_sets:reduce_pset",
        (*BOTH, "persistent"),
        "[HLPW] Definition 38, after Farzan, Klumpp and Podelski",
        formalisms=("client-server",),
        options={**PROVISO_OPTIONS, "closed": _CLOSED},
        promises_with=PROVISO_PROMISES,
        compared=False,
    ),
    *(_compiled(name, f"closure_search:{f}", _LISTING_6, options) for name, f, options in _TABLE_1),
    *(_compiled(name, f"{home}:{f}", _OURS, options) for name, home, f, options in _OUR_OWN),
    *(
        _compiled(name, f"with_oracle:{f}", source, _BY_ORACLES, package="registry", compared=False)
        for name, f, source in _LISTINGS
    ),
    *(
        _compiled(name, f"with_oracle:{f}", source, options, package="registry", compared=False)
        for name, f, source, options in _BY_SOLVER
    ),
    _plain("pset+sleep", "process_sets:reduce_pset_sleep", _PSET, {}),
    reference(
        "plain/pset",
        "process_sets:reduce_pset",
        (*BOTH, "persistent"),
        "[HLPW] Definition 38",
        formalisms=("client-server",),
        options={**PLAIN_PROVISO_OPTIONS, "closed": _CLOSED},
        promises_with=PROVISO_PROMISES,
    ),
    *(_plain(name, f"{_PLAIN}:{f}", _LISTING_6, options) for name, f, options in _TABLE_1),
    *(
        _plain(name, f"{home.replace('closure_search', _PLAIN)}:{f}", _OURS, options)
        for name, home, f, options in _OUR_OWN
    ),
    _plain("reversal+sleep", "race_reversal:reduce_reversal_sleep", "ours, after [HLPW] Remark 35", {}),
    *(_plain(name, f"{_PLAIN}:{f}", source, _WITH_ORACLE) for name, f, source in _LISTINGS),
    *(_control(name, function, source) for name, function, source in _MISREAD),
)
"""All of them; those that `compare` takes by itself first."""
