"""Names as identifiers: a reversible spelling for formats whose identifiers allow fewer characters.

A character that the format does not allow becomes `_x` HEX `_`, as in SQL/XML (ISO/IEC 9075-14, section 9.1);
an underscore that precedes an x is spelled `_x5F_`, and the empty name `_x_`.  So `escape` is injective and
`unescape` its inverse.  Files say in their own way that their names are escaped; a file that does not
say so is never unescaped.
"""

import re

_ESCAPE = re.compile(r"_x([0-9A-F]*)_")

_NAME_START = (
    "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
NCNAME = re.compile(f"[{_NAME_START}][{_NAME_START}0-9.\u00b7\u0300-\u036f\u203f-\u2040-]*")
"""XML names without colon (XML 1.0, productions 4 and 4a): the type of the identifiers of PNML."""


def is_plain(name: str, allowed: re.Pattern[str]) -> bool:
    """Whether the name is an identifier as it stands, and is no escape sequence by accident."""
    return allowed.fullmatch(name) is not None and _ESCAPE.search(name) is None


def escape(name: str, allowed: re.Pattern[str]) -> str:
    """The name spelled so that `allowed` matches it whole.

    allowed: with a word it must match all that continue it by an underscore and ASCII letters and digits,
    and with the empty word too.
    """
    spelled = "" if name else "_x_"
    for i, c in enumerate(name):
        # Every raw "_x" goes, even where no escape sequence follows: one might be appended to it.
        keep = name[i : i + 2] != "_x" and allowed.fullmatch(spelled + c) is not None
        spelled += c if keep else f"_x{ord(c):X}_"
    return spelled


def unescape(spelled: str) -> str:
    """The name that `escape` spelled so; ValueError where a code is no character."""
    try:
        return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "", spelled)
    except OverflowError as error:
        raise ValueError(str(error)) from None


def fresh(name: str, taken: set[str], mark: str = "'") -> str:
    """The name, with as many marks appended as it takes to be new; it is taken from now on."""
    while name in taken:
        name += mark
    taken.add(name)
    return name
