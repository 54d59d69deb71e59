"""`python -m mazurka.fuzz.malformed --inputs N --format F`: read N malformed inputs of a format, or of each.

What goes wrong is printed with the number of its input, and kept in a file where --keep names a folder; the
exit status is then 1.  `--first` begins at another number.
"""

import argparse
import time
from collections import Counter
from functools import partial
from pathlib import Path

from mazurka.fuzz.malformed.commands import COMMANDS, command_faults
from mazurka.fuzz.malformed.formats import FORMATS
from mazurka.fuzz.malformed.search import Fault, faults, limit_memory

NAMES = (*FORMATS, COMMANDS)


def main() -> int:
    """Search the formats asked for, one after the other."""
    asked = argparse.ArgumentParser(prog="python -m mazurka.fuzz.malformed", description=__doc__)
    asked.add_argument("--inputs", type=int, default=100_000, help="of each format")
    asked.add_argument("--first", type=int, default=0, help="the number of the first")
    asked.add_argument("--format", action="append", choices=NAMES, help="default: all")
    asked.add_argument("--seconds", type=float, default=5.0, help="of processor time that an input may take")
    asked.add_argument("--megabytes", type=int, default=500, help="that all inputs may take")
    asked.add_argument("--keep", type=Path, help="a folder for the inputs that go wrong")
    given = asked.parse_args()
    numbers = range(given.first, given.first + given.inputs)
    limit_memory(given.megabytes << 20)
    wrong = [_searched(name, numbers, given.seconds, given.keep) for name in given.format or NAMES]
    return 1 if any(wrong) else 0


def _searched(name: str, numbers: range, seconds: float, keep: Path | None) -> int:
    """How many inputs of a format go wrong; prints what is to be known of all of them."""
    begun, known = time.monotonic(), Counter[bool]()

    def count(read: bool) -> None:
        known[read] += 1
        if known.total() % 10_000 == 0:
            print(f"{name}: {known.total():,} …", flush=True)

    search = partial(command_faults) if name == COMMANDS else partial(faults, name)
    wrong = sum(_told(name, fault, keep) for fault in search(numbers, seconds, count))
    print(
        f"{name}: {len(numbers):,} inputs, {known[True]:,} read, {known[False]:,} refused, {wrong} wrong, "
        f"{time.monotonic() - begun:.0f} s",
        flush=True,
    )
    return wrong


def _told(name: str, fault: Fault, folder: Path | None) -> int:
    print(f"{name} {fault.number}: {fault.what}", flush=True)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}-{fault.number}").write_bytes(fault.data)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
