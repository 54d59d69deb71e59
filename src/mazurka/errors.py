"""What can go wrong, by name.

Every error that a user can cause is a `MazurkaError`; its message names the place and the cure.
The command line turns each into one line on standard error and exit status 2.
"""

from collections.abc import Sequence
from difflib import get_close_matches


class MazurkaError(Exception):
    """The base of every error that mazurka raises on purpose.

    A message that a name of thousands of characters makes long keeps its beginning and its end.
    """

    LONGEST = 2000

    def __init__(self, message: str = "") -> None:
        long = len(message) > self.LONGEST
        half = self.LONGEST // 2
        super().__init__(f"{message[:half]} … {message[-half:]}" if long else message)


class ModelError(MazurkaError):
    """A model that breaks a rule of its formalism (a cyclic client, an action of two servers, …).

    `problem` says what was found, `cure` what was expected, `where` names the part of the model.
    """

    def __init__(self, problem: str, *, where: str = "", cure: str = "") -> None:
        self.problem, self.where, self.cure = problem, where, cure
        place = f"{where}: " if where else ""
        super().__init__(f"{place}{problem}" + (f"; {cure}" if cure else ""))


class FormatError(MazurkaError):
    """A file that cannot be read as what it claims to be.

    `path` is the file, `line` its line (None where there is none), `problem` what was found and
    `cure` what was expected.
    """

    def __init__(self, path: str, problem: str, *, line: int | None = None, cure: str = "") -> None:
        self.path, self.line, self.problem, self.cure = path, line, problem, cure
        place = path if line is None else f"{path}:{line}"
        super().__init__(f"{place}: {problem}" + (f"; {cure}" if cure else ""))


class FormulaError(MazurkaError):
    """A formula that cannot be read, or that names what the system does not have.

    `position` is the offset of the spot, `problem` what was found and `cure` what was expected; `excerpt`
    shows the text around it with a caret below.
    """

    WIDTH = 76

    def __init__(self, text: str, position: int, problem: str, *, cure: str = "") -> None:
        self.position, self.problem, self.cure = position, problem, cure
        begin = text.rfind("\n", 0, position) + 1
        end = text.find("\n", position)
        column = position - begin
        self.excerpt = _excerpt(text[begin : len(text) if end < 0 else end], column, self.WIDTH)
        line = text.count("\n", 0, position)
        place = f"formula, line {line + 1}, column {column + 1}" if line else f"formula, column {column + 1}"
        super().__init__(f"{place}: {problem}" + (f"; {cure}" if cure else ""))


class UnknownNameError(MazurkaError):
    """A name (of a reducer, a criterion, a family, a place, an action …) that does not exist.

    The message lists what there is, or, of more than can be read, what is near to the name.
    """

    LISTED = 24

    def __init__(self, kind: str, name: str, known: Sequence[str] = ()) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        near = get_close_matches(name, self.known, n=4) if len(self.known) > self.LISTED else []
        listed = ", ".join(near or self.known[: self.LISTED])
        more = ", …" if not near and len(self.known) > self.LISTED else ""
        told = f"; {'near to it' if near else 'there are'}: {listed}{more}" if known else ""
        super().__init__(f"no {kind} is called {name!r}{told}")


class OptionError(MazurkaError):
    """An option or a parameter with a value that it cannot take."""


class PreconditionError(MazurkaError):
    """A reducer or a definition applied where its theory does not hold: a cyclic system, say."""


class CyclicSystemError(PreconditionError):
    """A notion for acyclic systems was asked of a system that has a cycle.

    `run` goes once around it; where no run was looked for, `client` is a client that has a cycle.
    """

    def __init__(self, notion: str, run: Sequence[str] = (), client: str | None = None) -> None:
        self.notion, self.run, self.client = notion, tuple(run), client
        around = f": {' '.join(run)} returns to a state already met" if run else ""
        around += f": that of client {client!r}" if client is not None else ""
        super().__init__(f"{notion} is defined for acyclic systems only, and this one has a cycle{around}")


class UnboundedNetError(MazurkaError):
    """A net with infinitely many markings: `run` leads to a marking, `pump` from there to a larger one."""

    def __init__(self, name: str, place: str, run: Sequence[str], pump: Sequence[str]) -> None:
        self.name, self.place, self.run, self.pump = name, place, tuple(run), tuple(pump)
        super().__init__(
            f"{name}: the net is unbounded: after {_shown(run)}, firing {_shown(pump)} again and "
            f"again puts ever more tokens on place {place!r}; its state space is infinite; "
            "put a bound on that place"
        )


class TokenOverflowError(MazurkaError):
    """A place whose tokens, or an arc whose weight, is beyond what a packed state can hold."""

    def __init__(self, name: str, place: str, limit: int) -> None:
        self.name, self.place, self.limit = name, place, limit
        super().__init__(
            f"{name}: place {place!r} could hold more than {limit} tokens, the most that mazurka stores in a "
            "place; use smaller markings and weights"
        )


class PlugInWarning(UserWarning):
    """An entry point that is left out because it cannot be used."""


def _excerpt(line: str, column: int, width: int) -> str:
    """The part of a line around a column, and a caret below that."""
    first = max(0, min(column - width // 2, len(line) - width))
    last = min(len(line), first + width)
    before, after = "…" if first else "", "…" if last < len(line) else ""
    shown = "".join(c if c.isprintable() else " " for c in line[first:last])
    return f"{before}{shown}{after}\n{' ' * (len(before) + column - first)}^"


def _shown(run: Sequence[str]) -> str:
    if len(run) > 20:
        return " ".join(run[:20]) + f" … ({len(run)} steps)"
    return " ".join(run) if run else "the empty run"
