"""Lamport's fast mutual exclusion, for n processes that share x, y and a flag each.

    [Lamport]  Algorithm 2, with `b`, x and y; [JK] the net; [EP] section 6, Table 1.

    start: b[i] := true; x := i
           if y ≠ 0: b[i] := false; await y = 0; goto start
           y := i
           if x ≠ i: b[i] := false; for all j: await ¬b[j]
                     if y ≠ i: await y = 0; goto start
           critical section
           y := 0; b[i] := false; goto start

A line is a transition, and a variable a place for each of its values.  The flags are awaited in any order, by
a transition that begins, one for each flag, and one that ends, as [JK] draws it.  4 processes: the published
1,914,784 markings, those of LamportFastMutEx-4 of [MCC].
"""

from collections.abc import Iterator

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n processes, n ≥ 2."""
    marking = {f"{v}_is_{k}": int(k == 0) for v in "xy" for k in range(n + 1)}
    for i in range(1, n + 1):
        marking |= {f"start_{i}": 1, f"b_{i}": 0, f"not_b_{i}": 1}
    steps = [s for i in range(1, n + 1) for s in _process(i, n)]
    for s in steps:
        marking |= dict.fromkeys([p for p in s.put if p not in marking], 0)
    return net(f"lamport-{n}", marking, steps)


def _process(i: int, n: int) -> Iterator[Step]:
    start, awaits, critical = f"start_{i}", f"awaits_y_{i}", f"critical_{i}"
    yield from _set_flag(i, start, f"sets_x_{i}", True)
    yield from _assign("x", range(n + 1), i, f"sets_x_{i}", f"if_y_is_0_{i}")
    yield from _test("y", range(1, n + 1), f"if_y_is_0_{i}", f"retreats_{i}")
    yield from _set_flag(i, f"retreats_{i}", awaits, False)
    yield from _test("y", [0], awaits, start)
    yield from _test("y", [0], f"if_y_is_0_{i}", f"sets_y_{i}")
    yield from _assign("y", range(n + 1), i, f"sets_y_{i}", f"if_x_is_i_{i}")
    yield from _test("x", [i], f"if_x_is_i_{i}", critical)
    yield from _test("x", _others(i, n), f"if_x_is_i_{i}", f"contends_{i}")
    yield from _set_flag(i, f"contends_{i}", f"begins_loop_{i}", False)
    yield from _await_flags(i, n, f"begins_loop_{i}", f"if_y_is_i_{i}")
    yield from _test("y", _others(i, n), f"if_y_is_i_{i}", awaits)
    yield from _test("y", [i], f"if_y_is_i_{i}", critical)
    yield from _assign("y", range(n + 1), 0, critical, f"leaves_{i}")
    yield from _set_flag(i, f"leaves_{i}", start, False)


def _others(i: int, n: int) -> list[int]:
    return [k for k in range(n + 1) if k != i]


def _set_flag(i: int, at: str, to: str, value: bool) -> Iterator[Step]:
    new, old = (f"b_{i}", f"not_b_{i}") if value else (f"not_b_{i}", f"b_{i}")
    yield Step(f"{at}_sets_b", take=[at, old], put=[to, new])
    yield Step(f"{at}_keeps_b", take=[at], put=[to], read=[new])


def _assign(v: str, old: range, new: int, at: str, to: str) -> Iterator[Step]:
    for k in old:
        yield Step(f"{at}_sets_{v}_from_{k}", take=[at, f"{v}_is_{k}"], put=[to, f"{v}_is_{new}"])


def _test(v: str, values: range | list[int], at: str, to: str) -> Iterator[Step]:
    for k in values:
        yield Step(f"{at}_sees_{v}_is_{k}", take=[at], put=[to], read=[f"{v}_is_{k}"])


def _await_flags(i: int, n: int, at: str, to: str) -> Iterator[Step]:
    each = range(1, n + 1)
    waits, dones = [f"waits_{i}_for_{j}" for j in each], [f"waited_{i}_for_{j}" for j in each]
    yield Step(f"loop_{i}", take=[at], put=[f"awaits_b_{i}", *waits])
    for j, wait, done in zip(each, waits, dones, strict=True):
        yield Step(f"await_{i}_not_b_{j}", take=[wait], put=[done], read=[f"not_b_{j}"])
    yield Step(f"end_loop_{i}", take=[f"awaits_b_{i}", *dones], put=[to])


FAMILY = Family(
    "lamport",
    (size(2, 200, "the number of processes"),),
    "[Lamport] Algorithm 2, [JK] the net; [EP] Table 1",
    "petri-net",
    build,
    "Lamport's fast mutual exclusion; safe, no deadlock, 1,914,784 markings at n = 4",
)
