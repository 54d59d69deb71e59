"""Lists of names in one text: what is read, what is written."""

import pytest

from mazurka.errors import OptionError
from mazurka.systems.name_lists import list_of_names, listed_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ()),
        (" ", ()),
        ("a", ("a",)),
        ("a, b c ,d", ("a", "b c", "d")),
        ('"p,q",r', ("p,q", "r")),
        ('r, " p" ', ("r", " p")),
        ('"say ""no""",5"', ('say "no"', '5"')),
        ("a,,b,", ("a", "b")),
    ],
)
def test_names_are_separated_by_commas_outside_quotes(text, names):
    assert listed_names(text) == names
    assert listed_names(list_of_names(names)) == names


@pytest.mark.parametrize("text", ['"a', 'b,"a', '"a"b', '"'])
def test_a_quote_that_is_not_closed_or_goes_on_is_no_list(text):
    with pytest.raises(OptionError, match='is no list of names; write a,b,c, and "a,b" for a name'):
        listed_names(text)
