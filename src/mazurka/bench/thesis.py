"""The published figures on probe sets: four models under four configurations and other tools.

    [B]  Tables 5.1–5.4, A.1 and A.2; the limits there were one hour and 20 GB.

As printed.  A dash is a run that did not end within the limits, N/A a model that was not available.  Numbers
of DRoP are averages of five runs with different seeds.  They count the states that the tool computed, not
those of its vectors.  The complete state spaces of the two DRoP models of the bakery differ: its own, which
is not known here, and that of Helena.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from mazurka.bench.table1 import Figure

_FILE_SYSTEM = """
threads    all  rev+age rev+nodup indep+age indep+nodup LTSmin LTSmin-por Spin Spin-por
1            6        6         6         6           6        12       12        12       12
2           36       29        29        36          31       133      111       133      111
3          216      123       130       216          64      1464     1066      1464     1066
4         1296      481       555      1296          94     16105    10301     16105    10301
5         7776     1783      2146      7776          56    177156    99240    177156    99240
6        46656     6369         -         -          72   1948717   952171   1948717   952171
7       279936    22151         -         -          85  21435888  9100934  21435888  9100934
8            -        -         -         -         153         -        -         -        -
9            -        -         -         -         173         -        -         -        -
10           -        -         -         -         177         -        -         -        -
11           -        -         -         -         204         -        -         -        -
12           -        -         -         -         252         -        -         -        -
13           -        -         -         -         263         -        -         -        -
14           -        -         -         -        1097         -        -         -        -
15           -        -         -         -       10395         -        -         -        -
16           -        -         -         -       55060         -        -         -        -
"""

_INDEXER = """
threads    all  rev+age rev+nodup indep+age indep+nodup LTSmin LTSmin-por Spin Spin-por
1           13       13        13        13          13        28       28        28       28
2          169      148       146       169         157       757      203       757      211
3         2197     1636      1674      2197         171     29080     2003     29080     1972
4        28561        -         -     28561         243   1309288    21653   1309288    21478
5       371293        -         -         -         279 107233101   540564         -   538633
6            -        -         -         -         184         -  3566907         -  3561666
7            -        -         -         -         234         - 54332225         -        -
8            -        -         -         -         405         -        -         -        -
9            -        -         -         -         817         -        -         -        -
10           -        -         -         -        1416         -        -         -        -
11           -        -         -         -        1572         -        -         -        -
"""

_BAKERY = """
size  own own-indep+nodup      all indep+nodup    LTSmin LTSmin-por      Spin  Spin-por Helena Helena-por
p2m2     85     84     205    184       N/A       N/A       N/A       N/A    205    205
p2m3    159    128     351    288       N/A       N/A       N/A       N/A    351    351
p2m4    237    136     497    396       N/A       N/A       N/A       N/A    497    497
p2m5    315    203     643    528       N/A       N/A       N/A       N/A    643    643
p2m6    393    367     789    674       N/A       N/A       N/A       N/A    789    789
p2m7    471    384     935    674       N/A       N/A       N/A       N/A    935    935
p2m8    549    395    1081    878       N/A       N/A       N/A       N/A   1081   1081
p2m9    627    541     N/A    N/A      1506      1320      1506      1506   1227   1227
p3m2   1494   1077    5773   5226       N/A       N/A       N/A       N/A   5773   5773
p3m3   3843   3091   12454  11164       N/A       N/A       N/A       N/A  12454  12454
p3m4   6978   5707   21466      -     32919     31445     32919     32919  21466  21466
p3m5  10796   8975     N/A    N/A       N/A       N/A       N/A       N/A  31615  31615
p3m6  14833  12365     N/A    N/A       N/A       N/A       N/A       N/A  42282  42282
p3m7  18983  15460     N/A    N/A       N/A       N/A       N/A       N/A  53141  53141
p4m2  33153  19279  197364      -       N/A       N/A       N/A       N/A 197364 197364
p4m7      -      -     N/A    N/A   7866401   7644120   5325075   5325075      -      -
p4m12     -      -     N/A    N/A  29047471  28118640  17080914  17080914      -      -
p5m5      -      -     N/A    N/A 253131202         - 203817680 203817680      -      -
"""

_SZYMANSKI = """
threads all indep+nodup of-Helena of-Helena-indep+nodup LTSmin LTSmin-por Spin Spin-por Helena Helena-por
1          5      5    17     17    20264    13190    20264    20098       17       17
2         25     25   489    315      N/A      N/A      N/A      N/A      489      488
3        112    103 20264  19379  1128424   552572  1013455  1031694    20264    20079
4        469    407     -      -      N/A      N/A      N/A      N/A  1128424  1092638
5       1894   1458     -      -  79518740 28251303 74842972 65930161 79518740 73878755
"""

STRATEGIES = ("rev+age", "rev+nodup", "indep+age", "indep+nodup")
"""Reversing-free or independent-action selection, with the ageing or the no-duplicates proviso."""


@dataclass(frozen=True)
class Row:
    """A model and a size: the published nodes, complete and by strategy, and whatever else is printed."""

    table: str
    family: str
    size: str
    parameters: tuple[tuple[str, int], ...]
    nodes: Mapping[str, Figure]
    others: Mapping[str, Figure]

    @property
    def name(self) -> str:
        return f"{self.family} {self.size}"


def _figure(text: str) -> Figure:
    if text == "-":
        return "timeout"
    return None if text == "N/A" else int(text)


def parameters(family: str, size: str) -> tuple[tuple[str, int], ...] | None:
    """The parameters that a size stands for: 5, or p2m5 for the bakery; None where it is no size."""
    if family != "bakery":
        return (("n", int(size)),) if size.isdecimal() else None
    n, letter, m = size.removeprefix("p").partition("m")
    known = size.startswith("p") and letter and n.isdecimal() and m.isdecimal()
    return (("n", int(n)), ("m", int(m))) if known else None


def _rows(table: str, family: str, printed: str) -> list[Row]:
    (_, *columns), *lines = (line.split() for line in printed.strip().splitlines())
    rows = []
    for size, *figures in lines:
        known = dict(zip(columns, map(_figure, figures), strict=True))
        nodes = {c: known.pop(c, None) for c in ("all", *STRATEGIES)}
        rows.append(Row(table, family, size, parameters(family, size) or (), nodes, known))
    return rows


ROWS = (
    *_rows("Tables 5.1 and 5.3", "file-system", _FILE_SYSTEM),
    *_rows("Tables 5.2 and 5.4", "indexer", _INDEXER),
    *_rows("Table A.1", "bakery", _BAKERY),
    *_rows("Table A.2", "szymanski", _SZYMANSKI),
)
FAMILIES = tuple(dict.fromkeys(row.family for row in ROWS))


def size_of(parameters: tuple[tuple[str, int], ...]) -> str:
    """The size that stands for these parameters."""
    values = [str(v) for _, v in parameters]
    return values[0] if len(values) == 1 else f"p{values[0]}m{values[1]}"


def unpublished(family: str, size: str) -> Row | None:
    """A row for a size that the tables do not have; None where it is no size."""
    found = parameters(family, size)
    if family not in FAMILIES or found is None:
        return None
    table = next(r.table for r in ROWS if r.family == family)
    return Row(table, family, size, found, dict.fromkeys(("all", *STRATEGIES)), {})
