"""Locks and variables as servers: what programs of threads share, when each thread is a client.

    [HLPW]  section 1: servers can model practically any synchronisation, like variables and locks.

A lock is free or held by a client.  A variable is in one state for each of its values; a read is an action
for the values that it may have found, a write is possible in all of them.  An action belongs to one client:
its name begins with that of the client, and it may label several of the client's transitions.
"""

from collections.abc import Iterable, Sequence

from mazurka.systems import Process

Step = tuple[str, str, str]


class SharedMemory:
    """The servers, in order of declaration, with the transitions that the clients' actions have on them."""

    def __init__(self) -> None:
        self._initial: dict[str, str] = {}
        self._values: dict[str, tuple[str, ...]] = {}
        self._steps: dict[str, dict[Step, None]] = {}

    def lock(self, name: str) -> None:
        """Declare a lock, free at first."""
        self._declare(name, ("free",))

    def variable(self, name: str, values: Sequence[object]) -> None:
        """Declare a variable with these values, the first of which it has at first."""
        self._declare(name, tuple(map(str, values)))

    def take(self, client: str, lock: str) -> str:
        """The action by which the client takes the lock."""
        return self._step(lock, "free", f"{client}.take.{lock}", f"held_by_{client}")

    def drop(self, client: str, lock: str) -> str:
        """The action by which the client releases the lock that it holds."""
        return self._step(lock, f"held_by_{client}", f"{client}.drop.{lock}", "free")

    def write(self, client: str, variable: str, value: object) -> str:
        """The action that gives the variable this value."""
        action = f"{client}.{variable}:={value}"
        for old in self._values[variable]:
            self._step(variable, old, action, str(value))
        return action

    def read(self, client: str, variable: str, found: Iterable[object], named: str = "") -> str:
        """The action that finds one of these values; `named` says how they are written when they are many."""
        values = tuple(map(str, found))
        action = f"{client}.{variable}{named or '=' + '|'.join(values)}"
        for value in values:
            self._step(variable, value, action, value)
        return action

    def servers(self) -> tuple[Process, ...]:
        """One server for each declared lock and variable."""
        return tuple(Process(x, self._initial[x], tuple(self._steps[x])) for x in self._initial)

    def _declare(self, name: str, values: tuple[str, ...]) -> None:
        assert name not in self._initial, name
        self._initial[name] = values[0]
        self._values[name] = values
        self._steps[name] = {}

    def _step(self, server: str, source: str, action: str, target: str) -> str:
        self._steps[server][source, action, target] = None
        return action


def sequence(name: str, word: Iterable[str]) -> Process:
    """The client that takes these actions one after the other."""
    return Process(name, "0", tuple((str(at), a, str(at + 1)) for at, a in enumerate(word)))
