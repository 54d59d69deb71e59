"""What the mended reduction by probe sets keeps besides deadlocks and runs, and what it does not."""

from mazurka.audit import audit
from mazurka.models import build
from mazurka.registry import find_reducer
from tests.reference.entity_systems import action, entities

SOUND = find_reducer("plain/probe/sound")
TWO = entities("", action("a", creates="0"), action("b", creates="1"))


def answers(system, *criteria, **more):
    return {f.name: f.holds for f in audit(system, SOUND, criteria=criteria, **more).findings}


def test_every_value_of_an_entity_is_kept_but_not_every_pair_of_values():
    found = answers(TWO, "local-states", "reachable-goal", goal=lambda s: s == {"1"})
    assert found == {"soundness": True, "local-states": True, "reachable-goal": False}


def test_local_states_are_promised_with_cycles_too():
    assert "local-states" in SOUND.promises
    assert answers(build("probe-circle", {}), "local-states")["local-states"]
