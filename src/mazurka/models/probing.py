"""Linear probing: whoever finds a slot taken looks at the next one, round and round.

Of those that look at a slot, one takes it and all others go on: how many go on does not depend on who came
first.  A model that leaves out the looks that nobody can be forced to has the same runs and is much smaller.
"""

from collections.abc import Sequence


def slots_looked_at(first: Sequence[int], slots: int) -> list[list[int]]:
    """For each searcher the slots it may have to look at, in order.

    first: the slot at which each begins.  Where there are more searchers than slots these are all slots.

    >>> slots_looked_at([0, 2, 0, 5], 8)
    [[0, 1], [2], [0, 1], [5]]
    """
    going_on = [0] * slots
    # The second round adds those who come to slot 0 from the last one.
    for s in [*range(slots), *range(slots)]:
        going_on[s] = max(0, going_on[s - 1] + first.count(s) - 1)
    looked = []
    for begin in first:
        row = [begin]
        while going_on[row[-1]] and len(row) < slots:
            row.append((row[-1] + 1) % slots)
        looked.append(row)
    return looked
