"""What every complaint about a file must have: the file, the line where there is one, and a cure."""

import pytest

from mazurka.errors import FormatError
from mazurka.formats import read_model


def complaint(path, text, *, line=None):
    """Write the text to the file, read it, and return the message; it must begin with file and line."""
    path.write_text(text, encoding="utf-8")
    return complaint_about(path, line=line)


def complaint_about(path, *, line=None):
    """Read the file and return the complaint."""
    with pytest.raises(FormatError) as caught:
        read_model(path)
    error = caught.value
    assert error.line == line
    place = str(path) if line is None else f"{path}:{line}"
    assert str(error).startswith(f"{place}: ")
    assert error.cure
    assert "\n" not in str(error)
    return str(error)
