"""Names in one text, with commas between them; in "quotes" a name that holds a comma.

    a, b c, "p,q"      the names `a`, `b c` and `p,q`

Within quotes a quotation mark is written twice, and spaces at the ends belong to the name.
"""

import re
from collections.abc import Iterable

from mazurka.errors import OptionError

_NAME = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,"][^,]*|))\s*(?:,|$)')


def listed_names(text: str) -> tuple[str, ...]:
    """The names in a list; OptionError where a quotation mark is left open, or has more after it."""
    found, at = [], 0
    while at < len(text):
        match = _NAME.match(text, at)
        if match is None:
            raise OptionError(f'{text!r} is no list of names; write a,b,c, and "a,b" for a name with a comma')
        quoted, bare = match.groups()
        name = bare.strip() if quoted is None else quoted.replace('""', '"')
        found += [name] if name else []
        at = match.end()
    return tuple(found)


def list_of_names(names: Iterable[str]) -> str:
    """The list of some names, none of which is empty."""
    return ",".join(map(_written, names))


def _written(name: str) -> str:
    if "," in name or name.startswith('"') or name.strip() != name:
        return '"' + name.replace('"', '""') + '"'
    return name
