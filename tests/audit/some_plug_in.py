"""What a package with entry points may hold."""

NUMBER = 7


def choose(system, state):
    """Everything."""
    return system.enabled(state)


class Proviso:
    """It promises; what it does is not asked here."""

    promises = ("no-ignoring",)
