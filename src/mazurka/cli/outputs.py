"""Files that a command writes: refused before any work is done, where they cannot be, or must not."""

from collections.abc import Sequence
from pathlib import Path

from mazurka.errors import OptionError

GRAPHS = (".aut", ".dot")


def check_room(output: Path | None, *read: Path | None) -> None:
    """OptionError where a file has no folder, or would take the place of one that is read."""
    from mazurka.formats.files import is_folder

    if output is None:
        return
    if not is_folder(output.parent):
        raise OptionError(f"{output} cannot be written: there is no folder {output.parent}")
    if any(path is not None and _is_same(path, output) for path in read):
        raise OptionError(f"{output} is a file to read, and would be overwritten; write to another one")


def check_output(
    output: Path | None, *read: Path | None, suffixes: Sequence[str] = GRAPHS, what: str = "a graph"
) -> None:
    """The same, and OptionError for a file that is not in one of these formats."""
    check_room(output, *read)
    if output is not None and output.suffix.lower() not in suffixes:
        raise OptionError(f"{what} is written as {' or '.join(suffixes)}, not as {output.name!r}")


def _is_same(path: Path, other: Path) -> bool:
    """Whether two names are of one file, linked ones too; a file that is not there is none."""
    try:
        return path.samefile(other)
    except (OSError, ValueError):
        return False
