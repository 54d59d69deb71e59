"""The property, and a search for what breaks it: an input gives a model, or one line that says what is wrong.

An input has a number, and the same number is the same input everywhere.
"""

import resource
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from mazurka.errors import MazurkaError
from mazurka.fuzz.malformed.formats import FORMATS, Format


class TooLong(BaseException):
    """An input took longer than it may; no parser catches this."""


class Fault(NamedTuple):
    """What an input did that it must not do."""

    number: int
    what: str
    data: bytes


def refusal(form: Format, path: Path) -> str | None:
    """What is said against a file; None where it is read.

    Anything raised but a MazurkaError is a fault, and so is a message of several lines, or of none.
    """
    try:
        form.use(path)
    except MazurkaError as error:
        said = str(error)
        assert said.strip(), "the complaint is empty"
        assert len(said) < 3000, f"the complaint has {len(said)} characters"
        return said
    return None


def input_of(name: str, number: int) -> bytes:
    """The input with this number."""
    return FORMATS[name].malformed(Random(f"{name} {number}"))


def faults(
    name: str, numbers: range, seconds: float, count: Callable[[bool], object] = lambda _read: None
) -> Iterator[Fault]:
    """Read the inputs of these numbers, each within so many seconds; `count` is told which are read."""
    form = FORMATS[name]
    with tempfile.TemporaryDirectory(prefix="mazurka-malformed-") as folder:
        path = Path(folder, "input" + form.suffix)
        for number in numbers:
            data = input_of(name, number)
            path.write_bytes(data)
            try:
                with at_most(seconds):
                    count(refusal(form, path) is None)
            except (Exception, TooLong) as error:
                yield Fault(number, f"{type(error).__name__}: {str(error)[:300]}", data)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """TooLong when what is inside takes longer, in processor time: others may keep the machine busy."""

    def over(_signal: int, _frame: FrameType | None) -> None:
        raise TooLong(f"longer than {seconds} s")

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def limit_memory(more: int) -> None:
    """From now on this process may take so many bytes more than it has; then it gets a MemoryError."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    limit = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))
