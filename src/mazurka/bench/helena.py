"""The published figures on the ignoring problem: ten models under six provisos and without reduction.

    [EP]  Table 1, measured with Helena.

As printed: states, and megabytes that store the state space.  oom is a search that ran out of memory; what it
had is not printed.  PS are persistent sets without any proviso.  With the colour proviso the peer-to-peer
protocol has more states than without reduction: that cannot be, but it is what stands there.

Names of models are ours, those of provisos are those of the option `proviso`: C2_s^S is stack-safety, C2_e^S
expanded-safety, C2_s^L stack, C2_c^L colour and C2_c*^L colour-anticipating.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from mazurka.bench.table1 import Figure

COLUMNS = ("reach", "none", "stack-safety", "expanded-safety", "stack", "colour", "colour-anticipating")
"""No POR, PS, two provisos for safety, three for liveness."""

_STATES = """
load-balancing c7s3    1574530   72093  631056   72093  630997  211012   72194
peer-to-peer 8          743580     163   72852     163   72852  884830  252315
resource-allocation 4  2550759   72637 1449206  151531 1783881  754878  607004
lamport 4              1914784 1052518 1282950 1055985 1455606 1304311 1304310
peterson-flags 4       3407946  259942  356068  259942  356698  292622  260608
production-cell 8          oom  396931 1024422  396931 1138954  495543  451355
slotted-ring 7          439296  287508  413321  287508  437579  401803  304417
chameneos 4                oom  415361  899295  415361  899295  733654  494123
philosophers-tasks 6  10888070  109222  174354  109222  174354  115333  110190
rendezvous-servers c4s2    oom   87129   99430   87129   99430  159202  108659
"""

_MEGABYTES = """
load-balancing c7s3      26.4  1.2 10.7  1.5 10.7  4.0  1.3
peer-to-peer 8           12.1  0.1  1.2  0.1  1.2 15.6  5.2
resource-allocation 4    49.9  1.5 28.7  3.6 35.2 23.2 15.6
lamport 4               41.02 22.5 27.4 26.7 31.3 31.6 31.6
peterson-flags 4         49.3  3.7  5.1  4.7  5.1  4.8  4.3
production-cell 8         oom 18.2 46.3 19.1 51.4 24.2 21.9
slotted-ring 7            6.1  4.0  5.8  5.1  6.1  6.5  4.9
chameneos 4               oom  4.7 10.4  6.4 10.4 10.2  6.9
philosophers-tasks 6    136.0  1.3  2.1  1.7  2.1  1.7  1.6
rendezvous-servers c4s2   oom  1.4  1.6  1.7  1.6  2.8  1.9
"""

_TWO_PARAMETERS = ("load-balancing", "rendezvous-servers")
"""Families whose size is clients and servers, c7s3 say."""


@dataclass(frozen=True)
class Row:
    """A model and a size: the published states and megabytes by column; `timeout` is out of memory."""

    family: str
    size: str
    parameters: tuple[tuple[str, int], ...]
    states: Mapping[str, Figure]
    megabytes: Mapping[str, float | None]

    @property
    def name(self) -> str:
        return f"{self.family} {self.size}"


def parameters(family: str, size: str) -> tuple[tuple[str, int], ...] | None:
    """The parameters that a size stands for; None where it is no size."""
    if family not in _TWO_PARAMETERS:
        return (("n", int(size)),) if size.isdecimal() else None
    clients, letter, servers = size.removeprefix("c").partition("s")
    known = size.startswith("c") and letter and clients.isdecimal() and servers.isdecimal()
    return (("n", int(clients)), ("servers", int(servers))) if known else None


def size_of(parameters: tuple[tuple[str, int], ...]) -> str:
    """The size that stands for these parameters."""
    values = [str(v) for _, v in parameters]
    return values[0] if len(values) == 1 else f"c{values[0]}s{values[1]}"


def _rows() -> tuple[Row, ...]:
    rows = []
    for of_states, of_memory in zip(_STATES.split("\n")[1:-1], _MEGABYTES.split("\n")[1:-1], strict=True):
        family, size, *states = of_states.split()
        megabytes = of_memory.split()[2:]
        rows.append(
            Row(
                family,
                size,
                parameters(family, size) or (),
                {c: "timeout" if x == "oom" else int(x) for c, x in zip(COLUMNS, states, strict=True)},
                {c: None if x == "oom" else float(x) for c, x in zip(COLUMNS, megabytes, strict=True)},
            )
        )
    return tuple(rows)


ROWS = _rows()
OWN = ("philosophers-atomic",)
"""A family of [EP] Figure 1, which the table does not have."""
FAMILIES = (*(row.family for row in ROWS), *OWN)


def unpublished(family: str, size: str) -> Row | None:
    """A row for a size that the table does not have; None where it is no size."""
    found = parameters(family, size)
    if family not in FAMILIES or found is None:
        return None
    return Row(family, size, found, dict.fromkeys(COLUMNS), dict.fromkeys(COLUMNS))
