"""Reading and writing model files within limits: every failure is a FormatError that names the file.

The size is taken from the file system before a byte is read, so that a huge (even sparse) file is
refused at once.
"""

import stat
from pathlib import Path

from mazurka.errors import FormatError

MAX_BYTES = 256 * 1024 * 1024
"""The largest file that is read.  The largest nets of the Model Checking Contest fit in."""


def read_bytes(path: Path | str, what: str = "model") -> bytes:
    """The content of a regular, non-empty file of at most MAX_BYTES; FormatError otherwise.

    what: what is expected in the file.
    """
    shown = str(path)
    try:
        status = Path(path).stat()
        _check_kind(shown, status.st_mode, what)
        _check_size(shown, status.st_size, what)
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise FormatError(shown, _reason(error), cure=f"give the path of a readable {what} file") from None
    # The file may have changed since it was measured.
    _check_size(shown, len(data), what)
    return data


def is_folder(path: Path | str) -> bool:
    """Whether there is a folder of this name; a name that the file system refuses is none."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def read_text(path: Path | str, what: str = "model") -> str:
    """The content of a file in UTF-8, with or without a byte order mark."""
    data = read_bytes(path, what)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(
            str(path),
            f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8",
            line=line,
            cure="save the file as UTF-8 text",
        ) from None


def write_text(path: Path | str, text: str) -> None:
    """Write a file in UTF-8 with line feeds; FormatError where the file system or the text refuses."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise FormatError(
            str(path),
            f"a name contains the lone surrogate {error.object[error.start]!r}, which no text file can hold",
            cure="rename it",
        ) from None
    write_bytes(path, data)


def write_bytes(path: Path | str, data: bytes) -> None:
    """Write a file; FormatError where the file system refuses."""
    try:
        Path(path).write_bytes(data)
    except (OSError, ValueError) as error:
        raise FormatError(
            str(path), f"cannot be written: {_reason(error)}", cure="give a path in an existing folder"
        ) from None


def _check_kind(path: str, mode: int, what: str) -> None:
    if stat.S_ISDIR(mode):
        raise FormatError(path, "this is a directory", cure=f"give the path of one {what} file")
    if not stat.S_ISREG(mode):
        raise FormatError(path, "this is not a regular file", cure=f"save the {what} in a file first")


def _check_size(path: str, size: int, what: str) -> None:
    if size == 0:
        raise FormatError(path, "the file is empty", cure=f"a {what} was expected")
    if size > MAX_BYTES:
        raise FormatError(
            path,
            f"the file has {size:,} bytes, and the limit is {MAX_BYTES:,}",
            cure=f"give a smaller {what}",
        )


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error)
