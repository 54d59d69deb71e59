"""What a name in a formula stands for: an identifier or, failing that, a display name.

Where no node has the name as it is written, slashes stand for underscores: [E] Appendix B writes `p3/1` for
the place that the nets call p3_1.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from mazurka.errors import MazurkaError
from mazurka.formulas.printing import quoted

NEAR = 3
"""How many near matches are shown."""
_MOST_COMPARED = 20_000
"""Among how many names near matches are looked for: that is slow."""


class NameFault(MazurkaError):
    """A name that stands for nothing, or for several nodes; the cure names some that are meant, perhaps.

    of_value: it is the name of a local state, and stands on the right of `=`.
    """

    def __init__(self, problem: str, cure: str, *, of_value: bool = False) -> None:
        super().__init__(f"{problem}; {cure}")
        self.problem, self.cure, self.of_value = problem, cure, of_value


class Names:
    """The nodes of one kind by identifier and by display name.

    kind: what they are, in the singular.
    """

    def __init__(self, kind: str, ids: Iterable[str], labels: Mapping[str, str] | None = None) -> None:
        self.kind = kind
        self.number = {name: n for n, name in enumerate(ids)}
        self.labelled: dict[str, list[str]] = {}
        for name in self.number:
            if labels and name in labels:
                self.labelled.setdefault(labels[name], []).append(name)

    def find(self, name: str) -> int:
        """The number of the node that is meant; NameFault."""
        for spelling in dict.fromkeys((name, name.replace("/", "_"))):
            if spelling in self.number:
                return self.number[spelling]
            called = self.labelled.get(spelling, [])
            if len(called) == 1:
                return self.number[called[0]]
            if called:
                shown = ", ".join(map(quoted, called[:NEAR])) + (", …" if len(called) > NEAR else "")
                problem = f"{len(called)} {self.kind}s are called {spelling!r}"
                raise NameFault(problem, f"give an identifier: {shown}")
        raise NameFault(f"no {self.kind} is called {name!r}", self._cure(name))

    def _cure(self, name: str) -> str:
        known = [*self.number, *self.labelled]
        if not known:
            return f"there is no {self.kind} at all"
        folded = {k.lower(): k for k in known[:_MOST_COMPARED]}
        near = [folded[k] for k in get_close_matches(name.lower()[:200], folded, NEAR)]
        if near:
            return f"near to it: {', '.join(map(quoted, near))}"
        some = ", ".join(quoted(k) for k in known[:NEAR])
        return f"there are: {some}" + (", …" if len(known) > NEAR else "")
