"""Systems with more actions and processes than a word has bits: those that can do nothing change nothing."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.crowds import crowds
from mazurka.fuzz.strategies import client_server_systems, entity_systems
from mazurka.limits import Watch
from mazurka.optimized import closure_search, probe_sound, process_sets
from mazurka.reference import client_server_reducers
from mazurka.reference import probe_sound as plain_probe_sound
from mazurka.reference import process_sets as plain_process_sets
from mazurka.systems import ClientServerSystem, EntityAction, EntitySystem, Process

IDLE = 35
"""So many clients with two actions each, and servers that never allow them, come first."""

SYSTEMS = st.one_of(client_server_systems(), crowds())
REDUCERS = {
    "pset+sleep": (plain_process_sets.reduce_pset_sleep, process_sets.reduce_pset_sleep),
    "full+sleep": (client_server_reducers.reduce_full_sleep, closure_search.reduce_full_sleep),
    "fresh+sleep": (client_server_reducers.reduce_fresh_sleep, closure_search.reduce_fresh_sleep),
}


def widened(system):
    """The system beside clients that wait for ever."""
    names = [(f"idle{k}.a", f"idle{k}.b") for k in range(IDLE)]
    clients = [Process(f"idle{k}", "0", (("0", a, "1"), ("1", b, "2"))) for k, (a, b) in enumerate(names)]
    servers = [Process(f"of idle{k}", "0", (("1", a, "0"), ("1", b, "0"))) for k, (a, b) in enumerate(names)]
    return ClientServerSystem(
        system.name,
        (*clients, *system.clients),
        (*servers, *system.servers),
        (*(x for pair in names for x in pair), *system.actions),
    )


def narrowed(system, s):
    """A state without those clients and their servers."""
    own = s[IDLE:]
    return own[: len(system.clients)] + own[len(system.clients) + IDLE :]


@given(SYSTEMS, st.sampled_from(sorted(REDUCERS)))
def test_the_same_graph_beside_processes_that_wait_for_ever(system, name):
    plain, compiled = REDUCERS[name]
    known = plain(system, {"order": "dfs"}, Watch()).graph()
    found = compiled(widened(system), {"order": "dfs"}, Watch()).graph()
    assert replace(found, states=[narrowed(system, s) for s in found.states]) == known


@given(entity_systems(), st.sampled_from(plain_probe_sound.SELECTIONS))
def test_the_same_probe_sets_beside_actions_that_are_never_possible(system, selection):
    never = tuple(EntityAction(f"never{k}", reads=frozenset({"nothing"})) for k in range(2 * IDLE))
    wide = EntitySystem(system.name, system.initial, (*never, *system.entity_actions))
    known = plain_probe_sound.reduce_sound(system, {"selection": selection}, Watch()).graph()
    assert probe_sound.reduce_sound(wide, {"selection": selection}, Watch()).graph() == known
