"""The file system of dynamic partial-order reduction, as a safe net with inhibitor arcs and as entities.

    [B]  section 5.2, Algorithm 8; Table 5.1 has its sizes.

Thread t locks inode t mod 32.  If the inode has no block yet, the thread looks for one that is not busy,
from block 2 (t mod 32) mod 26 on: it locks the block; if the block is not busy it sets busy and the inode
in one step and releases the block; if it is busy it releases the block and goes on to the next, round and
round.  At last it releases the inode.

variant: threads are numbered from 0.  A place stands for a lock that is held, an inode or a busy bit that is
set; inhibitor arcs test for the contrary.  Looks that can never find their block busy are left out.  Up to
13 threads never meet: six local states each, 6^n states.
"""

from collections.abc import Iterator

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, entities, net_of_steps
from mazurka.models.probing import slots_looked_at
from mazurka.systems import EntitySystem, PetriNet

INODES = 32
BLOCKS = 26


def build(n: int) -> PetriNet:
    """n threads."""
    return net_of_steps(f"file-system-{n}", *_described(n))


def build_entities(n: int) -> EntitySystem:
    """n threads."""
    return entities(f"file-system-entities-{n}", *_described(n))


def _described(n: int) -> tuple[list[str], list[Step]]:
    """What is marked initially, and the steps."""
    blocks = slots_looked_at([2 * i % BLOCKS for i in range(min(n, INODES))], BLOCKS)
    steps = [s for t in range(n) for s in _thread(t, t % INODES, blocks[t % INODES])]
    twice = [t for t in range(n) if t >= INODES or t + INODES < n]
    steps += [_finds_inode_set(t, t % INODES, blocks[t % INODES][0]) for t in twice]
    return [f"idle{t}" for t in range(n)], steps


def _thread(t: int, i: int, blocks: list[int]) -> Iterator[Step]:
    inode, inode_lock, leaves = f"inode{i}", f"locki{i}", f"leaves{t}"
    tries = [f"tries{t}_{b}" for b in blocks]
    yield Step(f"acquire_inode{t}", [f"idle{t}"], [inode_lock, tries[0]], inhibit=[inode_lock])
    for k, b in enumerate(blocks):
        busy, lock, holds, wrote = f"busy{b}", f"lockb{b}", f"holds{t}_{b}", f"wrote{t}_{b}"
        yield Step(
            f"acquire_block{t}_{b}", [tries[k]], [lock, holds], inhibit=[lock, inode] if k == 0 else [lock]
        )
        yield Step(f"set{t}_{b}", [holds], [busy, inode, wrote], inhibit=[busy, inode])
        yield Step(f"release_block{t}_{b}", [wrote, lock], [leaves])
        if k + 1 < len(blocks) or len(blocks) == BLOCKS:
            yield Step(f"find_busy{t}_{b}", [holds, lock], [tries[(k + 1) % len(blocks)]], read=[busy])
    yield Step(f"release_inode{t}", [leaves, inode_lock], [f"done{t}"])


def _finds_inode_set(t: int, i: int, first: int) -> Step:
    return Step(f"find_set{t}", [f"tries{t}_{first}", f"locki{i}"], [f"done{t}"], read=[f"inode{i}"])


FAMILY = Family(
    "file-system",
    (size(1, 1_000, "the number of threads"),),
    "[B] section 5.2, Algorithm 8",
    "petri-net",
    build,
    "file system: threads look for a free block for their inode; 6^n states up to n = 13",
)

ENTITIES = Family(
    "file-system-entities",
    (size(1, 1_000, "the number of threads"),),
    "[B] section 5.2, Algorithm 8",
    "entity",
    build_entities,
    "the family file-system as an entity system",
)
