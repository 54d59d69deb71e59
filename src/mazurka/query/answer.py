"""The answer to a query."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mazurka.systems import Run

if TYPE_CHECKING:
    from mazurka.certificates import AnyCertificate


@dataclass(frozen=True)
class Answer:
    """Whether a marking of the goal is reachable.

    reachable:   None when it is not known; then `limit` names the limit that was reached, if there was one.
    run:         a run to a marking of the goal, replayed on the net itself.
    method:      what gave the answer.
    states:      the markings met by all searches together.
    certificate: of a goal that is unreachable, where the method gives one; it has been checked.
    reason:      why the goal is unreachable, or why there is no answer.
    """

    reachable: bool | None
    run: Run | None
    method: str
    states: int
    certificate: "AnyCertificate | None" = None
    limit: str | None = None
    reason: str = ""

    def to_json(self, seconds: float) -> dict[str, Any]:
        """What the answer says, apart from the question."""
        return {
            "reachable": self.reachable,
            "trace": None if self.run is None else list(self.run),
            "trace_length": None if self.run is None else len(self.run),
            "states": self.states,
            "method": self.method,
            "certified": self.certificate is not None,
            "complete": self.reachable is not None,
            "limit": self.limit,
            "reason": self.reason or None,
            "seconds": round(seconds, 6),
        }
