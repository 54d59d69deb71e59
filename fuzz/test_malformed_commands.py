"""Malformed command lines: a status of the interface, and for bad input one line on standard error."""

import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.malformed.commands import command_line, fault_of, furnish


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@given(seed=st.integers(0, 2**32))
def test_a_malformed_command_line_ends_with_a_status_and_a_sentence(seed, tmp_path_factory):
    folder, here = tmp_path_factory.getbasetemp() / "commands", Path.cwd()
    folder.mkdir(exist_ok=True)
    random = Random(seed)
    os.chdir(folder)
    try:
        furnish(random, folder)
        words = command_line(random)
        wrong, _ = fault_of(words)
    finally:
        os.chdir(here)
    assert wrong is None, words
