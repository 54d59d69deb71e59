"""Entity systems in a short spelling, and that of [KR] Figure 1."""

from mazurka.systems import EntityAction, EntitySystem


def action(name, *, reads="", forbids="", deletes="", creates=""):
    """Entities as words with spaces between them."""
    return EntityAction(name, *(frozenset(text.split()) for text in (reads, forbids, deletes, creates)))


def entities(initial, *actions):
    return EntitySystem("small", frozenset(initial.split()), actions)


def figure_1(swapped=False):
    """[KR] table (9), mended.  swapped: what x2 and x0 forbid as it is printed, and so y2 and y0."""

    def process(me, other):
        later, sooner = (f"{other}>0", f"{other}>1") if swapped else (f"{other}>1", f"{other}>0")
        return (
            action(f"{me}1", creates=f"{me}>0"),
            action(f"{me}2", reads=f"{me}>0", forbids=later, creates=f"{me}>1"),
            action(f"{me}0", forbids=sooner, deletes=f"{me}>0 {me}>1"),
        )

    return entities("", *process("x", "y"), *process("y", "x"))
