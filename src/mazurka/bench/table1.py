"""The published figures on stateful partial-order reduction: nine families under six algorithms.

    [HLPW]  section 11, Table 1; the limit there was 15 minutes.

As printed, 15 servers of fs 13 and 16 of fs 14 included.  A dash is a blank of the table: mostly the
algorithm had timed out on a smaller instance.  Numbers of paths are known of full+sleep only, and not of
every row.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Figure: TypeAlias = int | Literal["timeout"] | None
"""A number, a timeout, or nothing printed."""

COLUMNS = ("reach", "pset+sleep", "full+sleep", "full-sleep", "minclosure+sleep", "apifs+sleep")
WITH_PATHS = "full+sleep"

OWN: Mapping[str, tuple[str, tuple[tuple[str, str | int], ...]]] = {
    "full+sleep:actions": ("full+sleep", (("form", "actions"),)),
    "apifs+sleep:actions": ("apifs+sleep", (("form", "actions"),)),
    **{name: (name, ()) for name in ("pset-next+sleep", "fresh+sleep", "merged+sleep", "lean+sleep")},
}
"""Columns that the paper does not have, with reducer and options: the other form of PIFS, and heuristics."""

_PRINTED = """
#         #C   #S     reach      pset     full   paths  full-sleep  minclosure    apifs
bg 3      15   14    163217     95991      131     256         131         131      329
bg 4      31   30   timeout   timeout      401   65536         401         401     5945
bg 5      63   62         -         -     1211       -        1211        1211  timeout
bg 8     511  510         -         -    32801       -       32801       32801        -
bg 9    1023 1022         -         -  timeout       -     timeout     timeout        -
qo 15     17   17   6995968   3489810      407      32         407         407      422
qo 50     52   52   timeout   timeout     3977     102        3977        3977     4027
qo 100   102  102         -         -    15452     202       15452       15452    15552
qo 200   202  202         -         -  timeout       -     timeout     timeout  timeout
mpat 5    10    7     59616     11264      672    3840         672         672     3202
mpat 10   20   12   timeout   timeout    41984       -       41984       41984  1446066
mpat 15   30   17         -         -  1998848       -     1998848     1998848  timeout
mpat 20   40   22         -         -  timeout       -     timeout     timeout        -
disp 5     7   18     95744     75786      176      12         176         176      224
disp 10   12   33   timeout   timeout      526      22         526         526      769
disp 50   52  153         -         -     9626     102        9626        9626    16829
disp 100 102  303         -         -    36751     202       36751       36751    66154
disp 200 202  603         -         -  timeout       -     timeout     timeout  timeout
tk 7      14   14   2892644   2990790   167743       -      494259      167743   167743
tk 8      16   16   timeout   timeout   683829       -     2405450      683829   683829
tk 9      18   18         -         -  2726258       -     timeout     2726258  2726258
tk 10     20   20         -         -  timeout       -           -    10702780  timeout
tk 11     22   22         -         -        -       -           -     timeout        -
pet 4      4    7     19029     23824    19584       -       17648       21209    20009
pet 5      5    9    932573   1435970  1174715       -      877567     1295320  1201401
pet 6      6   11   timeout   timeout  timeout       -     timeout     timeout  timeout
fs 6       6   64    531441    274374      481      32         106         605      132
fs 7       7   66   timeout   timeout     1107      64         177        1359      234
fs 13     13   15         -         -   131103    4096        8283      147483    12366
fs 14     14   16         -         -   311339    8192       86174      364574    69770
fs 15     15   82         -         -  timeout       -     timeout     timeout  timeout
lz 12     12   14  16054352  11990059  1113570  190459     2030705     2654133  1113570
lz 13     13   15   timeout   timeout  timeout       -     timeout     8319765  timeout
lz 14     14   16         -         -        -       -           -     timeout        -
dp 10     10   10   9765624   5706432   145494       -      734806     2165172   792072
dp 11     11   11   timeout   timeout   344511       -     2122108     7370149  2695491
dp 12     12   12         -         -   799032       -     5936405     timeout  timeout
dp 13     13   13         -         -  1822134       -     timeout           -        -
dp 14     14   14         -         -  4097822       -           -           -        -
dp 15     15   15         -         -  timeout       -           -           -        -
"""


@dataclass(frozen=True)
class Row:
    """An instance of a family: its clients and servers, nodes by column, paths under full+sleep."""

    family: str
    n: int
    clients: int
    servers: int
    nodes: Mapping[str, Figure]
    paths: int | None

    @property
    def name(self) -> str:
        return f"{self.family} {self.n}"


def _figure(text: str) -> Figure:
    if text == "timeout":
        return "timeout"
    return None if text == "-" else int(text)


def _row(line: str) -> Row:
    family, n, clients, servers, *printed = line.split()
    paths = printed.pop(COLUMNS.index(WITH_PATHS) + 1)
    nodes = dict(zip(COLUMNS, map(_figure, printed), strict=True))
    return Row(family, int(n), int(clients), int(servers), nodes, None if paths == "-" else int(paths))


ROWS = tuple(_row(line) for line in _PRINTED.strip().splitlines()[1:])
FAMILIES = tuple(dict.fromkeys(row.family for row in ROWS))


def unpublished(family: str, n: int) -> Row:
    """A row for a size that the table does not have."""
    return Row(family, n, 0, 0, dict.fromkeys(COLUMNS), None)
