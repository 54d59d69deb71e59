"""Reading and writing model files within limits: every failure is a FormatError that names the file.

The size is taken from the file system before a byte is read, so that a huge (even sparse) file is
refused at once.
"""

import stat
from pathlib import Path

from mazurka.errors import FormatError

MAX_BYTES = 256 * 1024 * 1024
"""The largest file that is read.  The largest nets of the Model Checking Contest fit in."""


def read_bytes(path: Path | str) -> bytes:
    """The content of a regular, non-empty file of at most MAX_BYTES; FormatError otherwise."""
    shown = str(path)
    try:
        status = Path(path).stat()
        _check_kind(shown, status.st_mode)
        _check_size(shown, status.st_size)
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise FormatError(shown, _reason(error), cure="give the path of a readable model file") from None
    # The file may have changed since it was measured.
    _check_size(shown, len(data))
    return data


def is_folder(path: Path | str) -> bool:
    """Whether there is a folder of this name; a name that the file system refuses is none."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def read_text(path: Path | str) -> str:
    """The content of a file in UTF-8, with or without a byte order mark."""
    data = read_bytes(path)
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


def _check_kind(path: str, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise FormatError(path, "this is a directory", cure="give the path of one model file")
    if not stat.S_ISREG(mode):
        raise FormatError(path, "this is not a regular file", cure="save the model in a file first")


def _check_size(path: str, size: int) -> None:
    if size == 0:
        raise FormatError(path, "the file is empty", cure="a model was expected")
    if size > MAX_BYTES:
        raise FormatError(
            path,
            f"the file has {size:,} bytes, and the limit is {MAX_BYTES:,}",
            cure="give a smaller model",
        )


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error)
