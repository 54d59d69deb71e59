"""A clock that never stops, and n workers who each have one thing to do: the ignoring problem.

    [EP]  section 2: condition C2, and why it is needed.

{tick} and {tock} are persistent wherever they are enabled, since nothing else touches the clock.  A
reducer that forgets the cycle proviso lets the clock run for ever and never sees a worker move.  There is
no deadlock to lose; what is lost are the workers' actions.  2 · 2^n markings.
"""

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n workers."""
    marking = {"before": 1, "behind": 0}
    steps = [Step("tick", take=["before"], put=["behind"]), Step("tock", take=["behind"], put=["before"])]
    for i in range(1, n + 1):
        marking |= {f"busy_{i}": 1, f"finished_{i}": 0}
        steps.append(Step(f"finish_{i}", take=[f"busy_{i}"], put=[f"finished_{i}"]))
    return net(f"clock-{n}", marking, steps)


FAMILY = Family(
    "clock",
    (size(0, 100_000, "the number of workers"),),
    "[EP] section 2, condition C2",
    "petri-net",
    build,
    "a clock that never stops beside n workers: all ignored when the cycle proviso is forgotten",
)
