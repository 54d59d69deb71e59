"""Small systems on which published algorithms by probe sets go wrong, one for each mistake.

    [KR]  Definitions 13 and 17, Theorem 16, Proposition 19, Algorithm 2.   [B] Definition 36.

The order of the actions is part of each: the algorithms take what comes first.  n puts copies side by side.
"""

from collections.abc import Callable

from mazurka.models.family import Family, Parameter
from mazurka.systems import EntityAction, EntitySystem


def _action(
    name: str, *, reads: str = "", forbids: str = "", deletes: str = "", creates: str = ""
) -> EntityAction:
    """An action whose entities are written as words with spaces between them."""
    sets = (frozenset(text.split()) for text in (reads, forbids, deletes, creates))
    return EntityAction(name, *sets)


def _family(name: str, initial: str, actions: tuple[EntityAction, ...], source: str, summary: str) -> Family:
    copies = Parameter("n", 1, 1, 10_000, "the number of copies, which share nothing")
    return Family(name, (copies,), source, "entity", _builder(name, initial.split(), actions), summary)


def _builder(
    name: str, initial: list[str], actions: tuple[EntityAction, ...]
) -> Callable[[int], EntitySystem]:
    """n copies; names of the second and later ones end in their number."""

    def build(n: int) -> EntitySystem:
        marks = ["", *(f".{k}" for k in range(2, n + 1))]
        return EntitySystem(
            f"{name}-{n}",
            frozenset(e + mark for mark in marks for e in initial),
            tuple(_marked(a, mark) for mark in marks for a in actions),
        )

    return build


def _marked(a: EntityAction, mark: str) -> EntityAction:
    sets = ({e + mark for e in of} for of in (a.reads, a.forbids, a.deletes, a.creates))
    return EntityAction(a.name + mark, *map(frozenset, sets))


FAMILIES = (
    _family(
        "probe-ageing",
        "0",
        (
            _action("a", forbids="3", deletes="0"),
            _action("c", creates="3"),
            _action("d", reads="3", creates="4"),
        ),
        "[KR] section 4.2; [B] Definition 31",
        "a is disabled and grows old all the same: no probe set has the oldest action, and d never comes",
    ),
    _family(
        "probe-circle",
        "h",
        (
            _action("a", reads="h", deletes="p", creates="m"),
            _action("b", reads="m"),
            _action("c", reads="q", creates="n"),
            _action("d", reads="h", creates="p"),
            _action("e", reads="m", deletes="q"),
            _action("f", reads="n", deletes="h"),
            _action("g", deletes="m", creates="q"),
        ),
        "smallest found for a mistake that is tempting: see reference/probe_sound.py",
        "states left to one another in a circle, where missed actions lead to states met before",
    ),
    _family(
        "probe-def13",
        "1 2 3 4",
        tuple(_action(name, deletes=entity) for name, entity in zip("abcd", "1234", strict=True)),
        "[KR] Definition 13",
        "independent actions: if what was taken counts as missed, next to nothing is reduced",
    ),
    _family(
        "probe-def36",
        "0",
        (
            _action("a", reads="0"),
            _action("c", reads="1", deletes="0"),
            _action("d", creates="1"),
            _action("e", creates="1"),
        ),
        "[B] Definition 36",
        "a was taken, d and e were not: neither half of the proviso can be satisfied, and d never comes",
    ),
    _family(
        "probe-fresh",
        "0 1 2 3 4",
        (
            _action("a", reads="1", deletes="0 4"),
            _action("d", deletes="1 2"),
            _action("b", reads="0", deletes="3"),
        ),
        "[KR] Definition 13",
        "a is missed for two reasons: the second is not fresh, and b a d is lost",
    ),
    _family(
        "probe-line6",
        "0 1 2 3",
        (
            _action("a", deletes="0", creates="1"),
            _action("b", deletes="0"),
            _action("c", deletes="1 2"),
            _action("d", deletes="2 3", creates="0"),
        ),
        "[KR] Algorithms 1 and 2, line 6",
        "different histories lead to one state, and miss different actions",
    ),
    _family(
        "probe-prop19",
        "0 1 2",
        (
            _action("c", deletes="0 1"),
            _action("b", deletes="2", creates="3"),
            _action("a", deletes="0 3"),
        ),
        "[KR] Proposition 19 and Definition 17; [B] Propositions 1–2",
        "along c b the action a is missed after b alone; its prime cause is c b, which disables it",
    ),
    _family(
        "probe-thm16",
        "1 2",
        (
            _action("b", reads="1", deletes="2"),
            _action("a", creates="0"),
            _action("c", reads="0", deletes="1"),
        ),
        "[KR] Theorem 16",
        "c is possible after b a, and also before b, which it disables: a c ends in a deadlock of its own",
    ),
)
