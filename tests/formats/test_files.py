"""What holds of every file, whatever its format."""

import os
from pathlib import Path

import pytest

from mazurka.errors import FormatError
from mazurka.formats import SUFFIXES, read_model, write_model
from mazurka.formats.files import MAX_BYTES, write_text
from mazurka.systems import Lts
from tests.formats.complaints import complaint_about

every_format = pytest.mark.parametrize("suffix", SUFFIXES)


@every_format
def test_a_missing_file_is_named(tmp_path, suffix):
    assert "no such file" in complaint_about(tmp_path / f"missing{suffix}")


@every_format
def test_a_directory_is_not_a_model(tmp_path, suffix):
    folder = tmp_path / f"folder{suffix}"
    folder.mkdir()
    assert "this is a directory" in complaint_about(folder)
    assert "this is a directory" in complaint_about(tmp_path)


@every_format
def test_an_empty_file_is_not_a_model(tmp_path, suffix):
    file = tmp_path / f"empty{suffix}"
    file.touch()
    assert "the file is empty" in complaint_about(file)


@every_format
def test_a_file_of_two_gigabytes_is_refused_before_it_is_read(tmp_path, suffix, monkeypatch):
    file = tmp_path / f"huge{suffix}"
    with file.open("wb") as sparse:
        sparse.truncate(2 * 1024**3)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("the file was opened"))
    assert f"2,147,483,648 bytes, and the limit is {MAX_BYTES:,}" in complaint_about(file)


def test_a_file_that_grew_since_it_was_measured_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("mazurka.formats.files.MAX_BYTES", 10)
    monkeypatch.setattr("mazurka.formats.files._check_kind", lambda *_: file.write_bytes(b"x" * 11))
    file = tmp_path / "grows.aut"
    file.write_bytes(b"x")
    assert "the file has 11 bytes, and the limit is 10" in complaint_about(file)


@every_format
def test_a_pipe_is_not_read(tmp_path, suffix):
    pipe = tmp_path / f"pipe{suffix}"
    os.mkfifo(pipe)
    assert "not a regular file" in complaint_about(pipe)


def test_an_unreadable_file_is_named(tmp_path, monkeypatch):
    file = tmp_path / "secret.aut"
    file.write_text("des (0, 0, 1)")

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert "permission denied" in complaint_about(file)


@pytest.mark.parametrize("suffix", [s for s in SUFFIXES if s != ".pnml"])
def test_text_that_is_not_utf_8_is_refused_with_its_line(tmp_path, suffix):
    file = tmp_path / f"latin{suffix}"
    file.write_bytes(b"first\nsecond \xe9\n")
    assert "byte 0xe9 at offset 13 is not UTF-8" in complaint_about(file, line=2)


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    file = tmp_path / "marked.aut"
    file.write_bytes(b"\xef\xbb\xbfdes (0, 0, 1)\n")
    assert read_model(file).number_of_states == 1


def test_a_name_with_a_null_character_is_refused():
    assert "null" in complaint_about("a\0.pnml")


@pytest.mark.parametrize("name", ["model", "model.json", "model.xml", "model.dot", ".pnml.gz"])
def test_an_unknown_suffix_is_refused_and_the_known_ones_are_listed(tmp_path, name):
    message = complaint_about(tmp_path / name)
    assert all(suffix in message for suffix in SUFFIXES)


def test_the_suffix_may_be_in_capitals(tmp_path):
    file = tmp_path / "MODEL.AUT"
    file.write_text("des (0, 0, 1)")
    assert read_model(str(file)) == Lts("MODEL", 0, 1, ())


def test_writing_into_a_missing_folder_names_the_file(tmp_path):
    file = tmp_path / "missing" / "model.aut"
    with pytest.raises(FormatError, match="cannot be written: no such file") as caught:
        write_model(Lts("one", 0, 1, ()), file)
    assert str(caught.value).startswith(f"{file}: ")


def test_a_lone_surrogate_cannot_be_written(tmp_path):
    with pytest.raises(FormatError, match="surrogate"):
        write_text(tmp_path / "model.aut", "\ud800")
