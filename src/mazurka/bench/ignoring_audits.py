"""Whether the provisos keep their promises: audits on small instances of the models of the table.
An audit builds the full state space and asks for every criterion that the reducer promises with the
proviso, and whether anything is ignored; [EP] section 1.2: C2^S is `no-ignoring`, C2^L `cycle-expansion`.
 Verdicts, which are about the promises, are kept as JSON:

    {"audits": [{"family": …, "parameters": …, "column": …, "promises": […], "broken": […], "open": […]}, …]}
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from mazurka.audit import audit
from mazurka.bench.ignoring_problem import FULL, Column
from mazurka.bench.results import write_at_once
from mazurka.models import build
from mazurka.registry import find_reducer

Instance: TypeAlias = tuple[str, tuple[tuple[str, int], ...]]
"""A family and parameters."""

SMALL: tuple[Instance, ...] = (
    ("load-balancing", (("n", 3), ("servers", 2))),
    ("peer-to-peer", (("n", 3),)),
    ("resource-allocation", (("n", 2), ("units", 2), ("limit", 1))),
    ("lamport", (("n", 2),)),
    ("peterson-flags", (("n", 2),)),
    ("production-cell", (("n", 1),)),
    ("slotted-ring", (("n", 3),)),
    ("chameneos", (("n", 2),)),
    ("philosophers-tasks", (("n", 3),)),
    ("rendezvous-servers", (("n", 2), ("servers", 2))),
    ("philosophers-atomic", (("n", 4),)),
)
"""An instance of each family that the definitions can judge."""
FILE = "audits.json"


IGNORING = ("no-ignoring", "cycle-expansion")


@dataclass(frozen=True)
class Audited:
    """What a column keeps on one instance.

    promises: the criteria that the reducer promises.
    broken:   those of them, and those of `IGNORING`, that do not hold.
    open:     those that were not decided.
    """

    family: str
    parameters: tuple[tuple[str, int], ...]
    column: str
    promises: tuple[str, ...]
    broken: tuple[str, ...] = ()
    open: tuple[str, ...] = ()

    @property
    def kept(self) -> bool | None:
        """Whether every promise is; None where that is not known."""
        if {*self.broken} & {*self.promises}:
            return False
        return None if {*self.open} & {*self.promises} else True

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "parameters": dict(self.parameters)}


def audit_small(
    columns: Sequence[Column],
    instances: Sequence[Instance] = SMALL,
    announce: Callable[[str], None] = lambda _: None,
) -> Iterator[Audited]:
    """Audit every column on every instance."""
    for family, parameters in instances:
        system = build(family, dict(parameters))
        for column in columns:
            if column.name == FULL:
                continue
            reducer = find_reducer(column.reducer)
            options = reducer.complete(dict(column.options))
            promises = reducer.promised(options, system.formalism)
            announce(f"{system.name} {column.name}")
            asked = tuple(dict.fromkeys((*promises, *IGNORING)))
            answers = {
                f.name: f.holds for f in audit(system, reducer, criteria=asked, options=options).findings
            }
            broken, undecided = (tuple(n for n, a in answers.items() if a is x) for x in (False, None))
            yield Audited(family, parameters, column.name, promises, broken, undecided)


def keep(folder: Path, audits: Sequence[Audited]) -> Path:
    """Write the verdicts into a folder of results."""
    lines = ",\n  ".join(json.dumps(a.to_json()) for a in audits)
    write_at_once(folder / FILE, f'{{"audits": [\n  {lines}\n]}}\n')
    return folder / FILE


def kept(folder: Path) -> list[Audited]:
    """The verdicts of a folder; none where nobody has audited."""
    if not (folder / FILE).exists():
        return []
    data = json.loads((folder / FILE).read_text("utf-8"))
    return [
        Audited(
            a["family"],
            tuple(a["parameters"].items()),
            a["column"],
            *(tuple(a[x]) for x in ("promises", "broken", "open")),
        )
        for a in data["audits"]
    ]
