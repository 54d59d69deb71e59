"""Independent choices: the order of actions decides whether a reduction is linear or exponential.

    [HLPW]  Remark 20, Figure 5.

Process i takes a_i or b_i, and ends in the same state; actions with different indices are independent.  With
the actions of one process next to each other in the order, n + 1 states are enough for the algorithm with
sleep sets; with all a_i before all b_i it needs exponentially many nodes.

variant: reconstructed from what the text says of the figure, so another drawing may have been meant.
"""

from mazurka.models.family import Family, Parameter, size
from mazurka.systems import ClientServerSystem, Process


def build(n: int, alphabetic: int) -> ClientServerSystem:
    """n processes, each with its own server; alphabetic 1: all a before all b in the order of actions."""
    pairs = [(f"a{i}", f"b{i}") for i in range(1, n + 1)]
    order = tuple(x for pair in (zip(*pairs, strict=True) if alphabetic else pairs) for x in pair)
    choices = [(("0", a, "1"), ("0", b, "1")) for a, b in pairs]
    return ClientServerSystem(
        f"hlpw-figure5-{n}" + "-alphabetic" * alphabetic,
        tuple(Process(f"p{i}", "0", steps) for i, steps in enumerate(choices, 1)),
        tuple(Process(f"q{i}", "0", steps) for i, steps in enumerate(choices, 1)),
        order,
    )


FAMILY = Family(
    "hlpw-figure5",
    (
        size(1, 1_000, "the number of processes"),
        Parameter("alphabetic", 0, 0, 1, "1: all a before all b in the order of actions, 0: by process"),
    ),
    "[HLPW] Remark 20, Figure 5",
    "client-server",
    build,
    "n independent choices: the order of actions makes a reduction linear or exponential; 2^n states",
)
