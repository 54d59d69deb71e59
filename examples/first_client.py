"""Let the first client that can move go first: a guess, and a wrong one."""

from mazurka import reducer


@reducer(formalisms=["client-server"])
def choose(system, state):
    enabled = system.enabled(state)
    return [a for a in enabled if system.domain[a][0] == system.domain[enabled[0]][0]]
