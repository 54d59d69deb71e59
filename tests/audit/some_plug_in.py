"""What a package with entry points may hold."""

NUMBER = 7


def choose(system, state):
    """Everything."""
    return system.enabled(state)
