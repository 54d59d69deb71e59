"""The comparison of provisos as a page of Markdown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mazurka.bench.costs import limits
from mazurka.bench.differences import Kind
from mazurka.bench.helena import COLUMNS as PUBLISHED
from mazurka.bench.ignoring_audits import Audited
from mazurka.bench.ignoring_problem import FULL, OTHER_SETS, PROVISOS, SETS, Cell, same_systems
from mazurka.bench.ignoring_reports import LEGEND, figure, megabytes, own_states, rate
from mazurka.registry.provisos import LIVENESS, SAFETY
from mazurka.report.tables import number, size


def markdown(
    cells: Sequence[Cell], audits: Sequence[Audited], figure: Iterable[str], pictures: Mapping[str, str]
) -> str:
    """A page: the tables, memory, audits, the figure as a table and as a picture, and every cell."""
    return "\n".join(_page(cells, audits, figure, pictures)) + "\n"


def _page(
    cells: Sequence[Cell], audits: Sequence[Audited], figure: Iterable[str], pictures: Mapping[str, str]
) -> Iterator[str]:
    yield "# Cycle provisos: Table 1 of Evangelista and Pajault, rerun"
    yield ""
    yield (
        "Evangelista, Pajault, *Some Solutions to the Ignoring Problem*, section 6. Written by "
        "`mazurka bench ignoring-problem`."
    )
    yield ""
    same = same_systems(cells)
    equal = f"{', '.join(same)} have the published full size" if same else "no full size is as published"
    others = "the nets of the others are not public, or not with these parameters."
    yield f"{limits(c.measured for c in cells)} Of the models {equal}; {others}"
    yield ""
    yield from _states("", cells, PUBLISHED, SETS[0])
    yield ""
    yield LEGEND
    yield ""
    yield "## The other provisos"
    yield ""
    yield from _states("", cells, [p for p in PROVISOS if p not in PUBLISHED], SETS[0])
    for sets in SETS[1:]:
        yield ""
        yield f"## Stubborn sets by {sets}"
        yield ""
        yield from _states(f":{sets}", cells, PROVISOS, sets)
    yield ""
    yield from _kinds(cells)
    yield ""
    yield from _components(cells)
    yield ""
    yield from _memory(cells)
    yield ""
    yield from _audits(audits)
    for picture, caption in pictures.items():
        yield ""
        yield f"## {caption.partition(':')[0]}"
        yield ""
        yield f"![{picture.removesuffix('.svg')}]({picture})"
        yield ""
        yield caption
        yield ""
        yield from figure
    yield ""
    yield from _details(cells)


def _by_row(cells: Sequence[Cell]) -> Iterator[tuple[str, dict[str, Cell]]]:
    """The cells of each row by column."""
    for name in dict.fromkeys(c.row.name for c in cells):
        yield name, {c.column.name: c for c in cells if c.row.name == name}


def _states(suffix: str, cells: Sequence[Cell], provisos: Sequence[str], sets: str) -> Iterator[str]:
    yield f"| states, {sets} | " + " | ".join(provisos) + " |"
    yield "| --- |" + " ---: |" * len(provisos)
    same = same_systems(cells)
    for name, here in _by_row(cells):
        entries = [_entry(here.get(p if p == FULL else p + suffix)) for p in provisos]
        differs = "" if name in same else " ≠"
        yield f"| {name}{differs} | " + " | ".join(entries) + " |"


def _kinds(cells: Sequence[Cell]) -> Iterator[str]:
    """Each kind of stubborn sets without a proviso."""
    names = [FULL, "none", *(f"none:{s}" for s in (*SETS[1:], *OTHER_SETS))]
    yield "## Stubborn sets without a proviso"
    yield ""
    yield f"| states | {FULL} | {' | '.join((*SETS, *OTHER_SETS))} |"
    yield "| --- |" + " ---: |" * len(names)
    for name, here in _by_row(cells):
        yield f"| {name} | {' | '.join(_own(here.get(c)) for c in names)} |"


def _own(cell: Cell | None) -> str:
    """Ours alone."""
    known = cell.measured if cell else None
    return "–" if cell is None or known is None else "limit" if known.limit else own_states(cell)


def _entry(cell: Cell | None) -> str:
    """Ours, and the published figure."""
    if cell is None or cell.missing is not None:
        return "–" if cell is None else "no model"
    if cell.measured is None:
        ours = "–"
    elif cell.measured.limit is not None:
        ours = "limit"
    else:
        ours = own_states(cell)
    if cell.column.published is None or cell.published is None:
        return ours
    mark = " ✓" if cell.difference.kind is Kind.EQUAL else ""
    return f"{ours} ({figure(cell.published)}{mark})"


def _components(cells: Sequence[Cell]) -> Iterator[str]:
    """[EP] section 7: whether Tarjan's components are worth their memory."""
    yield "## Tarjan's components"
    yield ""
    yield (
        "[EP] conjectures in its conclusion that the colour proviso gets better when a red state whose "
        "strongly connected component is complete is no danger, and doubts whether that pays for the memory. "
        "`scc` does so; `scc-safety` expands the root of a complete component that ignores an action."
    )
    yield ""
    for suffix in ("", *(f":{s}" for s in SETS[1:])):
        for ours, other in _PAIRS:
            yield f"- {_compared(cells, ours + suffix, other + suffix)}"


_PAIRS = (("scc", "colour"), ("scc", "colour-anticipating"), ("scc-safety", "expanded-safety"))


def _compared(cells: Sequence[Cell], ours: str, other: str) -> str:
    """A sentence: on how many models one column has fewer states than another, and in all."""
    pairs = [
        (here[ours], here[other])
        for _, here in _by_row(cells)
        if {ours, other} <= here.keys() and here[ours].states and here[other].states
    ]
    both = [(a.states or 0, b.states or 0) for a, b in pairs]
    if not both:
        return f"`{ours}` against `{other}`: not measured."
    fewer, more = sum(a < b for a, b in both), sum(a > b for a, b in both)
    a, b = (sum(column) for column in zip(*both, strict=True))
    text = (
        f"`{ours}` against `{other}` on {len(both)} models: fewer states on {fewer}, as many on "
        f"{len(both) - fewer - more}, more on {more}; together {a:,} against {b:,}, "
        f"{100 * (a - b) / b:+.1f} %"
    )
    stored = [_stored(column) for column in zip(*pairs, strict=True)]
    return f"{text}; {stored[0]:.1f} against {stored[1]:.1f} bytes a state." if all(stored) else f"{text}."


def _stored(cells: Sequence[Cell]) -> float:
    """The bytes a state in cells that are complete; 0 where nothing tells."""
    known = [(c.measured.stored_bytes, c.states) for c in cells if c.measured and c.states]
    total = sum(states for _, states in known)
    return sum(stored or 0 for stored, _ in known) / total if total else 0.0


def _memory(cells: Sequence[Cell]) -> Iterator[str]:
    columns = [*PUBLISHED, *(p for p in PROVISOS if p not in PUBLISHED)]
    yield "## Memory"
    yield ""
    yield "Megabytes of states, hash table, stacks and what the proviso needs; in brackets as published."
    yield ""
    yield f"| MB, {SETS[0]} | " + " | ".join(columns) + " |"
    yield "| --- |" + " ---: |" * len(columns)
    for name, here in _by_row(cells):
        entries = []
        for p in columns:
            printed = here[p].row.megabytes.get(p) if p in here else None
            entries.append(
                (megabytes(here[p]) if p in here else "–") + (f" ({printed:g})" if printed else "")
            )
        yield f"| {name} | " + " | ".join(entries) + " |"


def _audits(audits: Sequence[Audited]) -> Iterator[str]:
    yield "## Kept?"
    yield ""
    if not audits:
        yield "Not audited."
        return
    yield (
        "Every column audited on a small instance of every family, against the whole state space and the "
        "definitions: `benchmarks/audit_provisos.py`. The large instances above are not audited."
    )
    yield ""
    yield "| column | promises | small instances | kept | not promised, and broken |"
    yield "| --- | --- | ---: | ---: | --- |"
    for name in dict.fromkeys(a.column for a in audits):
        here = [a for a in audits if a.column == name]
        promises = dict.fromkeys(p for a in here for p in a.promises)
        entries = (name, ", ".join(promises), str(len(here)), _kept(here), _ignored(here))
        yield f"| {' | '.join(entries)} |"


def _kept(audits: Sequence[Audited]) -> str:
    broken = [a.family for a in audits if a.kept is False]
    if broken:
        return f"✗ on {', '.join(broken)}"
    unanswered = sum(a.kept is None for a in audits)
    return f"? on {unanswered}" if unanswered else "✓"


def _ignored(audits: Sequence[Audited]) -> str:
    """What is broken although nobody promised it."""
    found: dict[str, list[str]] = {}
    for a in audits:
        for name in a.broken:
            if name not in a.promises:
                found.setdefault(name, []).append(a.family)
    return "; ".join(f"{name} on {', '.join(families)}" for name, families in found.items())


def _details(cells: Sequence[Cell]) -> Iterator[str]:
    yield "## Every cell"
    yield ""
    yield (
        "Seconds are processor time of encoding and search with kernels compiled before. For safety: "
        f"{', '.join(SAFETY)}; for liveness: {', '.join(LIVENESS)}."
    )
    yield ""
    yield "| model | column | states | transitions | s | states/s | stored | bytes/state |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for c in cells:
        known = c.measured
        if known is not None:
            stored = "–" if not known.stored_bytes else size(known.stored_bytes)
            each = round(known.stored_bytes / known.states) if known.stored_bytes and known.states else None
            costs = f"{number(known.processor_seconds)} | {number(rate(known))} | {stored} | {number(each)}"
            counts = f"{own_states(c)} | {number(known.transitions)}"
            yield f"| {c.row.name} | {c.column.name} | {counts} | {costs} |"
