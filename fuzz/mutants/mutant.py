"""A seeded error: one place in one file, changed in one way."""

from dataclasses import dataclass
from pathlib import Path

from mazurka.errors import MazurkaError


@dataclass(frozen=True)
class Mutant:
    """What is changed where, and which tests of the campaign are to find it.

    name:    what is wrong, as `part/error`.
    file:    from the root of the project.
    before:  a text that occurs in the file once; it becomes `after`.
    tests:   files of `fuzz/`, or tests in them (`FILE::TEST`), tried in this order.
    same:    why no test can find it, in words: the mutant is equivalent.
    """

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]
    same: str = ""

    def applied(self, text: str) -> str:
        """The text of the file with the error; MazurkaError unless the place is found, once."""
        found = text.count(self.before)
        if found != 1 or self.before == self.after:
            raise MazurkaError(
                f"mutant {self.name}: {self.before!r} occurs {found} times in {self.file}; "
                "write enough of the line to be unique, and a change"
            )
        return text.replace(self.before, self.after)

    def apply(self, root: Path) -> None:
        """Make the error in a copy of the project."""
        file = root / self.file
        file.write_text(self.applied(file.read_text("utf-8")), "utf-8")
