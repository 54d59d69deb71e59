"""Reading formulas in DIMACS: what is accepted, and where what is not goes wrong."""

import pytest

from mazurka.errors import FormatError
from mazurka.formats.dimacs import read_dimacs


def written(tmp_path, text):
    path = tmp_path / "f.cnf"
    path.write_text(text)
    return path


GOOD = {
    "plain": ("p cnf 3 2\n1 -2 0\n2 3 0\n", ((1, -2), (2, 3))),
    "comments": ("c of a formula\np cnf 1 1\nc more\n1 0\n", ((1,),)),
    "over lines": ("p cnf 3 2\n1\n-2 0 3\n0\n", ((1, -2), (3,))),
    "the empty clause": ("p cnf 0 1\n0\n", ((),)),
    "no clause": ("p cnf 2 0\n", ()),
    "an end as in SATLIB": ("p cnf 1 1\n1 0\n%\n0\n", ((1,),)),
}


@pytest.mark.parametrize("kind", GOOD)
def test_a_formula_is_read(tmp_path, kind):
    text, clauses = GOOD[kind]
    assert read_dimacs(written(tmp_path, text)) == clauses


BAD = {
    "another file": ("<pnml>\n", ":1: found '<pnml>'; a formula begins with: p cnf"),
    "no header": ("c nothing\n", "there is no line that begins with p"),
    "two headers": ("p cnf 1 0\np cnf 1 0\n", ":2: a second line"),
    "a header that lacks a number": ("p cnf 3\n", ":1: found 'p cnf 3'"),
    "another problem": ("p sat 3 1\n", ":1: found 'p sat 3 1'"),
    "a word": ("p cnf 1 1\n1 x 0\n", ":2: found 'x'; literals are numbers from 1 to 1"),
    "a literal too large": ("p cnf 1 1\n-2 0\n", ":2: found '-2'"),
    "no end": ("p cnf 2 1\n1 2\n", ":2: the last clause has no end"),
    "a clause too few": ("p cnf 2 2\n1 2 0\n", "the formula has 1 clauses; its first line says 2"),
    "too large": ("p cnf 100000 1\n1 0\n", "100000 variables; the limit is 1000"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_formula_is_refused_with_its_line(tmp_path, kind):
    text, message = BAD[kind]
    with pytest.raises(FormatError, match=r"f\.cnf") as caught:
        read_dimacs(written(tmp_path, text))
    assert message in str(caught.value)
