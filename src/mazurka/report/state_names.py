"""States in short, for pictures: what tells a state from the others that are drawn.

nets:                  the marked places, with their number of tokens where it is not one: `p 2·q`
client/server systems: the local states, in the order of the processes: `idle,busy,free`
entity systems:        what is present: `e f`
labelled systems:      the number

A component that has the same value in all the states is left out.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from mazurka.systems import System

NOTHING = "∅"
LONGEST = 40
"""A longer name makes a picture unreadable: then numbers are the default."""
_LINE, _CLOSE = 16, 3


def too_long(names: Sequence[str]) -> bool:
    """Whether some name makes the picture unreadable."""
    return any(len(name) > LONGEST for name in names)


def numbers(states: Sequence[Any]) -> list[str]:
    """The position of each state."""
    return [str(n) for n in range(len(states))]


def short_names(system: System[Any], states: Sequence[Any]) -> list[str]:
    """A name for each state, in lines of about sixteen characters."""
    local = [system.local_states(s) for s in states]
    changing = [c for c in (local[0] if local else ()) if len({values[c] for values in local}) > 1]
    spell = _counted if system.formalism in ("petri-net", "entity") else _listed
    return [_wrapped(spell(values, changing)) for values in local]


def _counted(values: Mapping[str, Hashable], changing: Sequence[str]) -> list[str]:
    tokens = ((c, int(str(int(values[c])))) for c in changing if values[c])  # type: ignore[call-overload]
    return [c if k == 1 else f"{k}·{c}" for c, k in tokens] or [NOTHING]


def _listed(values: Mapping[str, Hashable], changing: Sequence[str]) -> list[str]:
    shown = [str(values[c]) for c in changing]
    return [f"{x}," for x in shown[:-1]] + shown[-1:]


def _wrapped(words: Sequence[str]) -> str:
    """The words in lines; those that are hardly more than a letter stand close together."""
    space = "" if all(len(w) <= _CLOSE for w in words) and words[0].endswith(",") else " "
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) > _LINE:
            lines.append("")
        lines[-1] += (space if lines[-1] else "") + word
    return "\n".join(lines)
