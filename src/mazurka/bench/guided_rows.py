"""The published figures on guided search: 18 nets with two criteria each, under two tools.

    [E]  Tables 6.1 and 6.2, criteria as in Appendix B; the limits there were 10 minutes and 4 GB.

GPOR is the tool of [E], ITS a symbolic model checker.  As printed, but for `~`, which stands for × 10^, and
the criterion of Peterson, where `C_S2` is a misprint of CS_2.  A dash is what is not told.  TL/DS
is the number of states on the trace, and of those discovered.  An asterisk marks a trace that ITS calls
imprecise.
"""

from dataclasses import dataclass

OUTPUT = "process.s00000565__s00003960.outputCriterion.s00001055_omega"

CRITERIA = {
    "Dekker": ("p3_1 = 1", "p3_1 = 1 & p3_2 = 1"),
    "FMS": ("P1 = 1", "P2 > 1000"),
    "Peterson": ("AskForSection_0_1 = 1 & CS_2 = 1", "CS_1 = 1 & CS_2 = 1"),
    "Kanban": ("P1 = 1", "Pm1 > 1000"),
    "Philosophers": ("Eat_4 = 1", "Eat_5 = 1 & Eat_6 = 1"),
    "TokenRing": ("State_4_1 = 1 & State_3_0 = 1", "State_3_1 = 1 & State_3_0 = 1"),
    "IBMB2S565S3960": (f"{OUTPUT} = 7", f"{OUTPUT} > 8"),
}
"""The reachable criterion 1 and the unreachable criterion 2 of each model."""

COLUMNS = ("|S|", "GPOR PMU", "ITS PMU", "GPOR RT", "ITS RT", "GPOR TL/DS", "ITS TL/DS")

_REACHABLE = """
Dekker-PT-010           6144     2MB    7MB   <1ms  0.17s  3/3       1/6144
Dekker-PT-020           1.153~7  3MB    39MB  0.02s 2.14s  3/3       1/1.1~7
Dekker-PT-050           -        3MB    115MB 0.02s 12.64s 3/3       1/4.85~14
FMS-PT-00010            2.501~9  2MB    68MB  0.01s 3.41s  10/10     10/2.5~6
FMS-PT-00100            2.703~21 2MB    -     0.01s >10m   100/100   -/-
FMS-PT-00500            -        2MB    -     0.01s >10m   500/500   -/-
Peterson-PT-2           20754    11MB   12MB  1.6s  0.6s   43/8923   36/20754
Peterson-PT-3           3.408~6  1611MB 66MB  383.3s 3.66s 71/732013 61/3.4~6
Peterson-PT-4           6.299~8  -      575MB >10m  50.19s -/-       96/6.3~8
Kanban-PT-00010         1.006~9  2MB    177MB <1ms  11.95s 63/63     55/1~9
Kanban-PT-00100         1.726~19 2MB    -     0.01s >10m   693/693   -/-
Kanban-PT-01000         -        7MB    -     0.07s >10m   6993/6993 -/-
Philosophers-PT-000010  59049    2MB    7MB   <1ms  0.08s  3/3       3/59049
Philosophers-PT-000100  5.154~47 5MB    14MB  0.02s 0.58s  3/3       3/5.1~47
Philosophers-PT-000500  3.64~238 74MB   50MB  0.40s 5.01s  3/3       3/3.6~238
TokenRing-PT-005        166      2MB    7MB*  0.01s 0.23s* 9/48      7/166*
TokenRing-PT-010        58905    6MB    23MB* 1.08s 1.97s* 9/1558    7/58905*
IBMB2S565S3960-PT-none  1.551~16 4MB    -     0.01s >10m   226/226   -/-
"""

_UNREACHABLE = """
Dekker-PT-010           6144     6MB  6MB   10.77s 0.23s   -/6144  -/6144
Dekker-PT-020           1.153~7  >4GB 14MB  -      2.53s   -/-     -/1.1~7
Dekker-PT-050           -        >4GB 50MB  -      13.40s  -/-     -/2.9~16
FMS-PT-00010            2.501~9  >4GB 9MB   -      0.27s   -/-     -/2.5~9
FMS-PT-00100            2.703~21 >4GB -     -      >10m    -/-     -/-
FMS-PT-00500            -        >4GB -     -      >10m    -/-     -/-
Peterson-PT-2           20754    12MB 7MB   3.00s  0.51s   -/20754 -/20754
Peterson-PT-3           3.408~6  -    22MB  >10m   2.58s   -/-     -/3.4~6
Peterson-PT-4           6.299~8  -    213MB >10m   36.08s  -/-     -/6.29~8
Kanban-PT-00010         1.006~9  >4GB 6MB   -      0.6s    -/-     -/1~9
Kanban-PT-00100         1.726~19 >4GB -     -      >10m    -/-     -/-
Kanban-PT-01000         -        >4GB -     -      >10m    -/-     -/-
Philosophers-PT-000010  59049    71MB 5MB   28.90s 0.18s   -/59049 -/59049
Philosophers-PT-000100  5.154~47 >4GB 8MB   -      215.83s -/-     -/5~47
Philosophers-PT-000500  3.64~238 >4GB -     -      >10m    -/-     -/-
TokenRing-PT-005        166      2MB  6MB   0.05s  0.10s   -/166   -/166
TokenRing-PT-010        58905    37MB 11MB  71.25s 1.34s   -/58905 -/58905
IBMB2S565S3960-PT-none  1.551~16 >4GB -     -      >10m    -/-     -/-
"""


@dataclass(frozen=True)
class Row:
    """A net, a criterion as a formula, whether [E] says that it is reachable, and the published columns."""

    net: str
    criterion: int
    published: tuple[str, ...]

    @property
    def reachable(self) -> bool:
        return self.criterion == 1

    @property
    def formula(self) -> str:
        return CRITERIA[self.net.partition("-")[0]][self.criterion - 1]

    @property
    def key(self) -> str:
        return f"{self.net}:{self.criterion}"


def _rows(criterion: int, printed: str) -> list[Row]:
    lines = (line.replace("~", "×10^").split() for line in printed.strip().splitlines())
    return [Row(net, criterion, tuple(figures)) for net, *figures in lines]


ROWS = (*_rows(1, _REACHABLE), *_rows(2, _UNREACHABLE))
