"""What a command comes to: data for scripts, text for people, and an exit status."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType


class Status(IntEnum):
    """The exit statuses."""

    DONE = 0
    FAILS = 1
    BAD_INPUT = 2
    LIMIT = 3
    INTERRUPTED = 130

    @staticmethod
    def of(limit: str | None) -> "Status":
        """The status of a search that ended at a limit, or by itself."""
        if limit is None:
            return Status.DONE
        return Status.INTERRUPTED if limit == "interrupt" else Status.LIMIT


class Show(Enum):
    """What a command prints: tables, one JSON object, or nothing."""

    TEXT = "text"
    JSON = "json"
    QUIET = "quiet"

    @staticmethod
    def of(as_json: bool, quiet: bool) -> "Show":
        """What the two flags ask for; with both, the JSON object and no progress."""
        if as_json:
            return Show.JSON
        return Show.QUIET if quiet else Show.TEXT


@dataclass
class Outcome:
    """The outcome of a command.

    product: a text that is the very thing asked for (a model), printed as it is even if quiet.
    notes:   lines for standard error.
    """

    show: Show
    data: object
    text: Sequence["RenderableType"] = ()
    status: Status = Status.DONE
    product: str | None = None
    notes: list[str] = field(default_factory=list)

    def print(self) -> None:
        """Write it to standard output, and the notes to standard error."""
        for note in self.notes:
            print(f"mazurka: {note}", file=sys.stderr)
        if self.show is Show.JSON:
            print(json.dumps(self.data, indent=2))
        elif self.product is not None:
            sys.stdout.write(self.product)
        elif self.show is Show.TEXT and self.text:
            from rich.console import Console

            console = Console(markup=False, emoji=False, highlight=False)
            with console.capture() as printed:
                for part in self.text:
                    console.print(part)
            sys.stdout.write(printed.get())
