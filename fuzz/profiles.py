"""How long the campaign searches."""

from typing import NamedTuple


class Profile(NamedTuple):
    """examples: systems a test; random: others in every run; rounds: each test runs again and again."""

    examples: int
    random: bool
    rounds: bool = False


PROFILES = {
    "quick": Profile(100, random=False),
    "default": Profile(400, random=True),
    "deep": Profile(400, random=False, rounds=True),
}
