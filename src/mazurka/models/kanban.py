"""A Kanban-like net: four production cells, each with n cards.

    [CT]  the example, a Kanban system.

A card enters cell i with a part (m_i), is reworked any number of times (redo, back), is finished (out) and
leaves.  Cell 1 feeds cells 2 and 3 at once, which together feed cell 4: either move is one transition, which
joins three cells.  16 places, 16 transitions; 160, 4,600, 58,400, 454,475 markings for n = 1, 2, 3, 4.
"""

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n cards in each cell."""
    marking: dict[str, int] = {}
    steps = [Step("in1", take=["cards1"], put=["m1"])]
    for i in (1, 2, 3, 4):
        marking |= {f"m{i}": 0, f"back{i}": 0, f"cards{i}": n, f"out{i}": 0}
        steps += [
            Step(f"redo{i}", take=[f"m{i}"], put=[f"back{i}"]),
            Step(f"back_to{i}", take=[f"back{i}"], put=[f"m{i}"]),
            Step(f"ok{i}", take=[f"m{i}"], put=[f"out{i}"]),
        ]
    steps += [
        Step("split", take=["out1", "cards2", "cards3"], put=["cards1", "m2", "m3"]),
        Step("join", take=["out2", "out3", "cards4"], put=["cards2", "cards3", "m4"]),
        Step("out_of4", take=["out4"], put=["cards4"]),
    ]
    return net(f"kanban-{n}", marking, steps)


FAMILY = Family(
    "kanban",
    (size(1, 1_000_000, "the number of cards in each cell"),),
    "[CT] Ciardo, Tilgner 1996",
    "petri-net",
    build,
    "four production cells with n cards each; 160, 4,600, 58,400, … markings",
)
