"""A production cell: plates go around through two belts, a table, a robot with two arms, a press and a crane.

    [LL]  the case study; [EP] section 6, Table 1.

The feed belt carries a plate to the table.  The table lifts and turns towards the robot, in either order.
The robot turns through four positions: arm 1 at the table, arm 2 at the press, arm 2 at the deposit belt,
arm 1 at the press.  Arm 1 brings blank plates to the press, arm 2 brings forged ones to the deposit belt.
The press is loaded in its middle position, forges at the top, is unloaded at the bottom.  The crane takes
plates from the deposit belt back to the store, from where they are put on the feed belt again.  What is
moved by two machines at once is one transition of both.

The robot leaves a position without having done its work only if there is none: it leaves the table with arm 1
empty when a plate waits in the press, and passes the press with arm 2 when that is empty.

variant: [EP] does not print its net; this one is written from [LL] and has other sizes.
"""

from collections.abc import Iterator

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet

CELLS = 3
"""The plates that a belt has room for."""


def build(n: int) -> PetriNet:
    """n plates, all in the store at first."""
    marking = {"store": n, "table_empty": 1, "table_low": 1, "table_at_belt": 1, "robot_at_table": 1}
    marking |= dict.fromkeys(("arm1_free", "arm2_free", "press_empty", "press_middle", "press_clear"), 1)
    marking |= {"crane_over_store": 1}
    marking |= {f"{belt}_free_{k}": 1 for belt in ("feed", "deposit") for k in range(1, CELLS + 1)}
    steps = [*_belt("feed"), *_table(), *_robot(), *_press(), *_belt("deposit"), *_crane()]
    for s in steps:
        marking |= dict.fromkeys([p for p in s.put if p not in marking], 0)
    return net(f"production-cell-{n}", marking, steps)


def _belt(name: str) -> Iterator[Step]:
    """A plate goes on whenever there is room before it."""
    for k in range(1, CELLS):
        yield Step(
            f"{name}_convey_{k}",
            take=[f"{name}_{k}", f"{name}_free_{k + 1}"],
            put=[f"{name}_{k + 1}", f"{name}_free_{k}"],
        )


def _table() -> Iterator[Step]:
    yield Step("put_on_belt", take=["store", "feed_free_1"], put=["feed_1"])
    yield Step(
        "load_table",
        take=[f"feed_{CELLS}", "table_empty"],
        put=[f"feed_free_{CELLS}", "table_loaded"],
        read=["table_low", "table_at_belt"],
    )
    yield Step("lift_table", take=["table_low"], put=["table_high"], read=["table_loaded"])
    yield Step("turn_table", take=["table_at_belt"], put=["table_at_robot"], read=["table_loaded"])
    yield Step("lower_table", take=["table_high"], put=["table_low"], read=["table_empty"])
    yield Step("turn_table_back", take=["table_at_robot"], put=["table_at_belt"], read=["table_empty"])


def _robot() -> Iterator[Step]:
    yield from _work(
        "table",
        ["table_loaded", "table_high", "table_at_robot"],
        ["arm1_free", "table_loaded"],
        ["arm1_holds", "table_empty"],
    )
    yield Step("pass_table", take=["robot_at_table"], put=["robot_leaves_table"], read=["press_forged"])
    yield Step("turn_to_unload", take=["robot_leaves_table"], put=["robot_at_unload"])
    yield from _work(
        "unload",
        ["press_forged", "press_low"],
        ["arm2_free", "press_forged"],
        ["arm2_holds", "press_empty"],
        space=["press_clear"],
    )
    yield Step("pass_unload", take=["robot_at_unload"], put=["robot_leaves_unload"], read=["press_empty"])
    yield Step("turn_to_deposit", take=["robot_leaves_unload"], put=["robot_at_deposit"])
    yield from _work("deposit", ["arm2_holds"], ["arm2_holds", "deposit_free_1"], ["arm2_free", "deposit_1"])
    yield Step("pass_deposit", take=["robot_at_deposit"], put=["robot_leaves_deposit"], read=["arm2_free"])
    yield Step("turn_to_load", take=["robot_leaves_deposit"], put=["robot_at_load"])
    yield from _work(
        "load",
        ["arm1_holds", "press_empty", "press_middle"],
        ["arm1_holds", "press_empty"],
        ["arm1_free", "press_blank"],
        space=["press_clear"],
    )
    yield Step("pass_load", take=["robot_at_load"], put=["robot_leaves_load"], read=["arm1_free"])
    yield Step("turn_to_table", take=["robot_leaves_load"], put=["robot_at_table"])


def _work(
    at: str, when: list[str], take: list[str], put: list[str], space: list[str] | None = None
) -> Iterator[Step]:
    """At a position an arm is extended, grips or lets go, and is drawn in; meanwhile it fills the space."""
    out, done = f"arm_out_at_{at}", f"arm_done_at_{at}"
    yield Step(f"extend_at_{at}", take=[f"robot_at_{at}", *(space or ())], put=[out], read=when)
    yield Step(f"exchange_at_{at}", take=[out, *take], put=[done, *put])
    yield Step(f"retract_at_{at}", take=[done], put=[f"robot_leaves_{at}", *(space or ())])


def _press() -> Iterator[Step]:
    """It moves while no arm is in it."""
    yield Step("close_press", take=["press_middle"], put=["press_top"], read=["press_blank", "press_clear"])
    yield Step("forge", take=["press_blank"], put=["press_forged"], read=["press_top"])
    yield Step("open_press", take=["press_top"], put=["press_low"], read=["press_forged"])
    yield Step("lift_press", take=["press_low"], put=["press_middle"], read=["press_empty", "press_clear"])


def _crane() -> Iterator[Step]:
    yield Step("crane_goes", take=["crane_over_store"], put=["crane_over_deposit"])
    yield Step(
        "crane_grips",
        take=["crane_over_deposit", f"deposit_{CELLS}"],
        put=["crane_holds", f"deposit_free_{CELLS}"],
    )
    yield Step("crane_lifts", take=["crane_holds"], put=["crane_high"])
    yield Step("crane_returns", take=["crane_high"], put=["crane_back"])
    yield Step("crane_drops", take=["crane_back"], put=["crane_over_store", "store"])


FAMILY = Family(
    "production-cell",
    (size(1, 1_000_000, "the number of plates"),),
    "[LL] Lewerentz, Lindner 1995; [EP] Table 1",
    "petri-net",
    build,
    "plates go around belts, table, robot, press and crane; no deadlock",
)
