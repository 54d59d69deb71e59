"""Malformed files: every reader gives what it reads, or one complaint that is a MazurkaError.

The long search is `python -m mazurka.fuzz.malformed`.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazurka.certificates import certificate_fault
from mazurka.errors import MazurkaError
from mazurka.formulas import parse
from mazurka.fuzz.malformed.commands import LINES, command_line
from mazurka.fuzz.malformed.formats import CERTIFICATE, FORMATS, NET, Format
from mazurka.fuzz.malformed.search import TooLong, at_most, faults, input_of, refusal


@pytest.mark.parametrize("name", FORMATS)
@given(seed=st.integers(0, 2**32))
def test_a_malformed_file_is_read_or_refused_in_a_sentence(name, seed, tmp_path_factory):
    form = FORMATS[name]
    path = tmp_path_factory.getbasetemp() / f"malformed{form.suffix}"
    path.write_bytes(form.malformed(Random(seed)))
    refusal(form, path)


@pytest.mark.parametrize("name", FORMATS)
def test_the_files_to_begin_with_are_right(name, tmp_path):
    form = FORMATS[name]
    path = tmp_path / f"input{form.suffix}"
    for seed in form.seeds():
        path.write_bytes(seed)
        assert refusal(form, path) is None


@pytest.mark.parametrize("name", FORMATS)
def test_many_malformed_files_are_refused_and_some_are_not(name, tmp_path):
    form = FORMATS[name]
    path = tmp_path / f"input{form.suffix}"
    refused = 0
    for number in range(60):
        path.write_bytes(input_of(name, number))
        refused += refusal(form, path) is not None
    assert 10 <= refused < 60


def test_the_certificate_to_begin_with_is_accepted_for_its_goal(tmp_path):
    (tmp_path / "c.json").write_bytes(CERTIFICATE)
    assert certificate_fault(tmp_path / "c.json", NET, parse("q >= 2", NET)) is None


def test_an_input_is_the_same_whenever_it_is_made():
    assert input_of("pnml", 17) == input_of("pnml", 17) != input_of("pnml", 18)


def of_checkpoint(proved):
    return FORMATS["checkpoint"].seeds()[0].replace(b'"proved": 2', b'"proved": ' + proved)


NET_WITHOUT_NAME = b'<pnml><net id=" "><place id="p"/></net></pnml>'
FOUND = [
    ("checkpoint", of_checkpoint(b"1e999"), "is no checkpoint"),
    ("checkpoint", of_checkpoint(b"true"), "is no checkpoint"),
    ("checkpoint", of_checkpoint(b"-1"), "says that -1 nodes are proved"),
    ("checkpoint", of_checkpoint(b"99"), "says that 99 nodes are proved"),
    ("checkpoint", b"[" * 100_000, "is no checkpoint"),
    ("results", b"[" * 100_000, "not JSON"),
    ("cnf", b"p cnf " + b"9" * 5000 + b" 1\n", "a formula begins with"),
    ("aut", b"des (0, 1, 2)\n(0," + b" " * 90_000 + b"x\n", "not an edge"),
    ("tck", b"system:s\nprocess:p{" + b"\n" * 90_000, "unbalanced braces"),
    ("tck", b"system:s\n" + b"x" * 90_000, "unknown declaration"),
    ("pnml", NET_WITHOUT_NAME, None),
    ("certificate", CERTIFICATE.replace(b'"bound": 2', b'"bound": 2e0'), "floats are not exact"),
]


@pytest.mark.parametrize(("name", "data", "said"), FOUND)
def test_what_was_found_once_is_refused_in_time(name, data, said, tmp_path):
    path = tmp_path / f"input{FORMATS[name].suffix}"
    path.write_bytes(data)
    with at_most(20):
        found = refusal(FORMATS[name], path)
    assert found is None if said is None else said in found


def test_a_complaint_about_a_long_name_is_short():
    assert len(str(MazurkaError("x" * 10_000))) < 2_100
    assert str(MazurkaError("x" * 2_000)) == "x" * 2_000


def broken(use):
    return Format(".x", lambda: [b"seed"], use)


def raises_value_error(_path):
    raise ValueError("a traceback")


def loops(_path):
    while True:
        pass


def complains_of_nothing(_path):
    raise MazurkaError


@pytest.mark.parametrize(
    ("use", "said"),
    [(raises_value_error, "ValueError"), (loops, "longer than"), (complains_of_nothing, "empty")],
)
def test_a_reader_that_fails_otherwise_is_found(use, said, monkeypatch):
    monkeypatch.setitem(FORMATS, "broken", broken(use))
    (fault,) = faults("broken", range(1), 0.05)
    assert said in fault.what


def test_time_is_up_also_where_every_exception_is_caught():
    with pytest.raises(TooLong), at_most(0.05):
        while True:
            try:
                loops(None)
            except Exception:
                raise AssertionError from None


def test_command_lines_are_changed():
    lines = [command_line(Random(k)) for k in range(50)]
    assert sum(tuple(line) not in {tuple(x) for x in LINES} for line in lines) > 10
