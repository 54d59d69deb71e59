"""`python -m mazurka.fuzz.published_errors`: how long random systems take to show each known error.

The errors are those of reductions as they are printed, or as they have been read: the reducers that the
registry calls unsound, the mistakes of [KR] and [B] one at a time, and searches for goals of [E].  Systems
are drawn as the campaign draws them, until so many have shown the error, or the time is up.  Nothing is
shrunk.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from math import inf
from time import process_time
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from mazurka.audit import audit
from mazurka.errors import PreconditionError
from mazurka.fuzz import goal_audit, strategies
from mazurka.fuzz.beside_a_loop import beside_a_loop
from mazurka.fuzz.campaign import systems_for
from mazurka.fuzz.crowds import gatherings
from mazurka.fuzz.dice import dice
from mazurka.fuzz.probe_mistakes import MISTAKES
from mazurka.limits import Limits, Watch
from mazurka.reference.probe_published import Parts, reduce_by_parts
from mazurka.registry import Reducer, find_reducer

RUNS = 100
"""How many runs of a system are looked at; a system with more shows nothing."""
VECTORS = 40
"""At most so many with ageing, where ages grow for ever along a cycle, and where much is explored again."""
LONGEST = 1.0
"""Seconds for each system; one that takes longer shows nothing."""
BATCH = 250
"""Systems that Hypothesis draws with one seed."""


SOURCES = {
    "probe-thm16": "[KR] Theorem 16",
    "probe-prop19": "[KR] Proposition 19",
    "probe-prop19, Definition 17": "[KR] Definition 17",
    "probe-fresh": "[KR] section 3.3, fresh actions",
    "probe-line6": "[KR] Algorithm 1, line 6",
    "probe-ageing": "[B] Definition 31",
    "probe-def36": "[B] Definition 36",
}
"""Where the mistakes by probe sets stand."""


class Hunt(NamedTuple):
    """An error, where it stands, what it breaks, and the systems on which it is looked for.

    among: "any" for those that the campaign draws for every reducer, or else the name of the strategy.
    """

    error: str
    source: str
    breaks: str
    among: str
    systems: SearchStrategy[Any]
    shows: Callable[[Any], bool]


class Catch(NamedTuple):
    """How many systems showed it, of how many, in how many seconds of processor time."""

    refutations: int
    systems: int
    seconds: float


def hunted(hunt: Hunt, times: int, seconds: float) -> Catch:
    """Draw systems until so many show the error, or the time is up."""
    begin, found, drawn, batch = process_time(), 0, 0, 0

    def over() -> bool:
        return found >= times or process_time() - begin > seconds

    def look(system: Any) -> None:
        nonlocal found, drawn
        if not over():
            drawn += 1
            found += hunt.shows(system)

    while not over():
        seed(batch)(_DRAWN(given(hunt.systems)(look)))()
        batch += 1
    return Catch(found, drawn, process_time() - begin)


_DRAWN = settings(
    max_examples=BATCH,
    phases=[Phase.generate],
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def breaks(reducer: Reducer, criterion: str, options: Mapping[str, object]) -> Callable[[Any], bool]:
    """Whether the audit of a system refutes the criterion."""

    def shows(system: Any) -> bool:
        with suppress(PreconditionError):
            watch = Watch(Limits(max_seconds=LONGEST))
            result = audit(system, reducer, criteria=[criterion], options=options, watch=watch, max_runs=RUNS)
            return any(f.holds is False for f in result.findings)
        return False

    return shows


def _by_audit(
    name: str,
    criterion: str,
    systems: SearchStrategy[Any] | None = None,
    among: str = "any",
    **options: object,
) -> Hunt:
    reducer = find_reducer(name)
    said = "".join(f", {key}={value}" for key, value in options.items() if key != "vectors")
    drawn = systems_for(reducer) if systems is None else systems
    return Hunt(f"{name}{said}", reducer.source, criterion, among, drawn, breaks(reducer, criterion, options))


def _by_mistake(model: str, parts: Parts) -> Hunt:
    """Published parts, one at a time, in a search by probe sets whose others are mended."""
    options = {"seed": 0, "vectors": VECTORS}
    reducer = Reducer(
        model,
        lambda system, _options, watch: reduce_by_parts(model, parts, system, options, watch),
        formalisms=("entity",),
    )
    shows = breaks(reducer, "weak-prefix", {})
    return Hunt(f"{model} alone", SOURCES[model], "weak-prefix", "any", strategies.entity_systems(), shows)


def _by_goal(name: str, source: str) -> Hunt:
    """A search for a goal, which must say what full exploration does."""
    ask = {name: goal_audit.CONTROLS[name]}
    cases = dice(goal_audit.THROWS).map(goal_audit.drawn_case).filter(lambda case: case is not None)
    return Hunt(name, source, "answers", "any", cases, lambda case: any(goal_audit.faults(case, ask)))


def hunts() -> Iterator[Hunt]:
    """All of them, as the table has them."""
    for name in ("broken/pifs-of-disabled", "broken/pifs-new-process", "broken/closure-without-rivals"):
        yield _by_audit(name, "trace-complete")
        yield _by_audit(name, "trace-complete", gatherings(), "gatherings")
    yield _by_audit("probe/kr", "weak-prefix")
    for algorithm in ("2", "1"):
        yield _by_audit("probe/kr", "deadlocks", algorithm=algorithm)
    for selection in ("reversing-free", "independent-action"):
        yield _by_audit(f"probe/drop:{selection},ageing", "deadlocks", vectors=VECTORS)
        yield _by_audit(f"probe/drop:{selection},no-duplicates", "deadlocks")
    for model, parts in MISTAKES.items():
        yield _by_mistake(model, parts)
    yield _by_audit("stubborn/dependency-groups", "deadlocks")
    yield _by_goal("dependency-groups", "[E] section 4.2.2")
    yield _by_goal("algorithm-1-as-printed", "[E] Algorithm 1")
    yield _by_audit("broken/drops-inhibitors", "deadlocks")
    yield _by_audit("broken/ignores-dependency", "deadlocks")
    for name in ("broken/forgets-proviso", "broken/naive-expanded", "broken/colour-as-printed"):
        yield _by_audit(name, "cycle-expansion")
        yield _by_audit(name, "cycle-expansion", beside_a_loop(), "beside_a_loop")


HEADS = ("error", "as printed in", "breaks", "among", "one system in", "seconds", "systems")


def row(hunt: Hunt, catch: Catch) -> str:
    """A row of the table, in Markdown."""
    times = catch.refutations
    share = catch.systems / times if times else inf
    each = f"{share:,.{int(share < 10)}f}" if times else f"more than {catch.systems:,}"
    seconds = f"{catch.seconds / times:.2g}" if times else f"more than {catch.seconds:,.0f}"
    cells = (f"`{hunt.error}`", hunt.source, f"`{hunt.breaks}`", hunt.among, each, seconds)
    return "| " + " | ".join((*cells, f"{catch.systems:,}")) + " |"


def main() -> int:
    """Print the table."""
    asked = argparse.ArgumentParser(prog="python -m mazurka.fuzz.published_errors", description=__doc__)
    asked.add_argument("part", nargs="*", help="errors with one of these in their name")
    asked.add_argument("--times", type=int, default=30, help="how many systems are to show each")
    asked.add_argument("--seconds", type=float, default=120, help="of processor time, at most, for each")
    said = asked.parse_args()
    print("| " + " | ".join(HEADS) + " |")
    print("| --- | --- | --- | --- | ---: | ---: | ---: |")
    for hunt in hunts():
        if not said.part or any(part in hunt.error for part in said.part):
            print(row(hunt, hunted(hunt, said.times, said.seconds)), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
