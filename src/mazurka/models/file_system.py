"""The file system of dynamic partial-order reduction: the fs of the paper's Table 1.

    [FG]    section 5, Figure 9; [HLPW] section 11, Table 1.

Thread t locks inode t mod 32.  If the inode has no block yet, the thread looks for one that is not busy,
from block 2t mod 26 on: it locks the block, reads busy, and if the block is free sets busy, writes the
inode, and releases the block; otherwise it releases the block and tries the next one.  At last it releases
the inode.

variant: threads are numbered from 0, and the loop is unfolded so that each of the 26 blocks is tried at
most once.  Locks and the variables they guard are servers of their own.  Up to 13 threads never meet:
9^n states, with 2n + 52 servers; from 14 on they race for blocks, and from 33 on for inodes.
"""

from mazurka.models.family import Family, size
from mazurka.models.shared_memory import SharedMemory
from mazurka.systems import ClientServerSystem, Process

INODES = 32
BLOCKS = 26


def build(n: int) -> ClientServerSystem:
    """n threads."""
    memory = SharedMemory()
    for i in range(min(n, INODES)):
        memory.lock(f"locki{i}")
        memory.variable(f"inode{i}", ("unset", "set"))
    for b in range(BLOCKS):
        memory.lock(f"lockb{b}")
        memory.variable(f"busy{b}", (0, 1))
    return ClientServerSystem(
        f"fs-{n}", tuple(_thread(memory, f"t{t}", t % INODES) for t in range(n)), memory.servers()
    )


def _thread(memory: SharedMemory, me: str, i: int) -> Process:
    first = 2 * i % BLOCKS
    order = [(first + k) % BLOCKS for k in range(BLOCKS)]
    steps = [
        ("start", memory.take(me, f"locki{i}"), "inode"),
        ("inode", memory.read(me, f"inode{i}", ["unset"]), f"try{first}"),
        ("inode", memory.read(me, f"inode{i}", ["set"]), "leaving"),
    ]
    for b, otherwise in zip(order, [*(f"try{b}" for b in order[1:]), "leaving"], strict=True):
        lock, busy = f"lockb{b}", f"busy{b}"
        steps += [
            (f"try{b}", memory.take(me, lock), f"locked{b}"),
            (f"locked{b}", memory.read(me, busy, [0]), f"free{b}"),
            (f"free{b}", memory.write(me, busy, 1), f"mine{b}"),
            (f"mine{b}", memory.write(me, f"inode{i}", "set"), f"written{b}"),
            (f"written{b}", memory.drop(me, lock), "leaving"),
            (f"locked{b}", memory.read(me, busy, [1]), f"busy{b}"),
            (f"busy{b}", memory.drop(me, lock), otherwise),
        ]
    steps.append(("leaving", memory.drop(me, f"locki{i}"), "done"))
    return Process(me, "start", tuple(steps))


FAMILY = Family(
    "fs",
    (size(1, 1_000, "the number of threads"),),
    "[HLPW] section 11, Table 1; [FG] section 5",
    "client-server",
    build,
    "file system: threads look for a free block for their inode; 9^n states up to n = 13",
)
