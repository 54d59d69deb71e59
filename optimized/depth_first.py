"""True depth-first search, as the provisos that look at the stack need it.

    [EP]  Figures 2 and 3.
    variant: from its restart on a node counts as fully expanded.  Figure 3 takes it off `expanded` (lines 19
             and 20) without having put it on, and later sees fully expanded nodes that are not there.

A node is entered, and expanded: its set is chosen.  Then its arcs are taken one by one, in order; one to a
node not met yet enters that.  When all are taken the node is left.  Nodes are numbered as they are entered.

The kernel runs in slices, as `search.py` says.  A slice ends before a node is expanded, or in the middle of
one when an array is full or a field too narrow, and then nothing of the step at hand has been done.
Helpers are given the few arrays that they need: one more large tuple costs a second of compilation.
"""

import numpy as np

from mazurka.optimized.candidates import choose_candidate
from mazurka.optimized.colours import arrive, enter_colour, expand_fully, leave_colour, must_restart
from mazurka.optimized.compiled import enabled_moves, overflowing_field, step
from mazurka.optimized.components import begin_component, ignores, leave_component, note_actions, note_arc
from mazurka.optimized.frames import ARENA, FULL, OPEN_NODES, WAITING
from mazurka.optimized.jit import inlined, jit
from mazurka.optimized.lookups import enter_successor, is_known
from mazurka.optimized.provisos import SCC_SAFETY, finds_components, keeps_marks, looks
from mazurka.optimized.search import BUDGET, DEADLOCKS, DONE, EDGES, EXPANDED, FIELD, GROW, NODES, TOP, WIDEN
from mazurka.optimized.store import NONE, intern


@jit
def search_depth_first(system, store, frames, nodes, edges, plan, sets, scratch, counters, budget):
    """Explore until done, or one of the other reasons; `budget` nodes are expanded at most."""
    left = budget
    while counters[TOP] > 0:
        top = counters[TOP] - 1
        status = DONE
        if frames.position[top] == WAITING:
            if left == 0:
                return BUDGET
            left -= 1
            status = expand(system, store, frames, nodes, edges, plan, sets, scratch, counters, top)
        elif np.int64(frames.first[top]) + frames.position[top] == counters[ARENA]:
            node = np.int64(nodes.stack[top])
            if sets.proviso == SCC_SAFETY and frames.full[top] == 0 and ignores(frames, top, node):
                kept = np.int64(frames.position[top])
                status = explore_all(
                    system, store, frames, nodes, edges, plan, sets, scratch, counters, top, kept
                )
            else:
                leave(frames, sets.mark, sets.proviso, counters, top, node)
        elif take_arc(
            system, store, frames, nodes, edges, plan, sets.mark, sets.proviso, scratch, counters, top
        ):
            nothing = np.int64(0)
            status = explore_all(
                system, store, frames, nodes, edges, plan, sets, scratch, counters, top, nothing
            )
        if status != DONE:
            return status
    return DONE


@inlined
def enter(frames, nodes, mark, proviso, tracing, counters, node):
    """Put a new node on the stack."""
    top = counters[TOP]
    nodes.stack[top] = node
    if tracing and top > 0:
        nodes.parent[node] = nodes.stack[top - 1]
    frames.first[top] = counters[ARENA]
    frames.position[top] = WAITING
    frames.full[top] = 0
    if keeps_marks(proviso):
        enter_colour(mark, node, counters[FULL])
    if finds_components(proviso):
        begin_component(frames, counters, top, node)
    counters[TOP] += 1
    counters[NODES] += 1


@inlined
def expand(system, store, frames, nodes, edges, plan, sets, scratch, counters, top):
    """Choose the moves of the node on top."""
    node = np.int64(nodes.stack[top])
    s = store.rows[node]
    n = enabled_moves(system, s, scratch.moves)
    if not has_room(store, frames, nodes, edges, plan, sets.mark, sets.proviso, counters, n):
        return GROW
    width = choose_candidate(
        system, store, s, node, scratch.moves, n, sets, counters[FULL], scratch.successor, scratch.chosen
    )
    if overflows(system, s, scratch.chosen, width, counters):
        return WIDEN
    counters[EXPANDED] += 1
    if n == 0:
        counters[DEADLOCKS] += 1
    lay_moves(
        system.action, frames, nodes, edges, plan.recording, scratch.chosen, np.int64(0), width, counters
    )
    if looks(sets.proviso):
        lay_targets(system, store, s, frames, sets.known, scratch, np.int64(frames.first[top]), width)
    frames.position[top] = 0
    if sets.proviso == SCC_SAFETY:
        note_actions(system.action, frames, top, scratch.moves, n, scratch.chosen, width)
    if width == n:
        expand_fully(frames, nodes.stack, sets.mark, sets.proviso, counters, top)
    return DONE


@jit
def explore_all(system, store, frames, nodes, edges, plan, sets, scratch, counters, top, kept):
    """After the first `kept` arcs of the node on top, all that is enabled and not among them, in order.

    None are kept at a restart; all where a component, which would be complete, ignores an action.
    """
    s = store.rows[np.int64(nodes.stack[top])]
    n = enabled_moves(system, s, scratch.moves)
    if not has_room(store, frames, nodes, edges, plan, sets.mark, sets.proviso, counters, n):
        return GROW
    if overflows(system, s, scratch.moves, n, counters):
        return WIDEN
    first = np.int64(frames.first[top])
    for i in range(kept):
        scratch.chosen[i] = frames.moves[first + i]
    width = kept
    for i in range(n):
        new = True
        for k in range(kept):
            new = new and scratch.chosen[k] != scratch.moves[i]
        if new:
            scratch.chosen[width] = scratch.moves[i]
            width += 1
    lay_moves(system.action, frames, nodes, edges, plan.recording, scratch.chosen, kept, width, counters)
    frames.position[top] = kept
    if sets.proviso == SCC_SAFETY:
        note_actions(system.action, frames, top, scratch.moves, n, scratch.moves, n)
    expand_fully(frames, nodes.stack, sets.mark, sets.proviso, counters, top)
    return DONE


@inlined
def lay_moves(action, frames, nodes, edges, recording, moves, kept, width, counters):
    """Put moves on the stack, after the first `kept` of the node on top, and make edges for them all."""
    top = counters[TOP] - 1
    begin = np.int64(frames.first[top])
    counters[ARENA] = begin + width
    for i in range(kept, width):
        frames.moves[begin + i] = moves[i]
        frames.targets[begin + i] = NONE
    if recording:
        node, first = np.int64(nodes.stack[top]), counters[EDGES]
        edges.start[node] = first
        edges.degree[node] = width
        for i in range(width):
            edges.action[first + i] = action[moves[i]]
            edges.target[first + i] = frames.targets[begin + i]
    counters[EDGES] += width


@inlined
def lay_targets(system, store, s, frames, known, scratch, begin, width):
    """Note where the moves of the node on top lead, as far as its proviso has looked.

    The first that leads to a node not met yet enters it now: no other is entered before.
    """
    met = True
    for i in range(width):
        m = np.int64(scratch.chosen[i])
        if is_known(known, m):
            frames.targets[begin + i] = known.target[m]
            if met and frames.targets[begin + i] == NONE:
                met = False
                frames.targets[begin + i] = enter_successor(system, store, s, m, known, scratch.successor)
        else:
            met = False


@inlined
def take_arc(system, store, frames, nodes, edges, plan, mark, proviso, scratch, counters, top):
    """Take the next arc of the node on top; or True when it must restart instead."""
    node = np.int64(nodes.stack[top])
    position = np.int64(frames.position[top])
    at = np.int64(frames.first[top]) + position
    if frames.targets[at] == NONE:
        step(system, store.rows[node], np.int64(frames.moves[at]), scratch.successor)
        frames.targets[at] = intern(store, scratch.successor)
    target = np.int64(frames.targets[at])
    new = target == counters[NODES]
    if not new and must_restart(mark, proviso, node, target):
        return True
    if plan.recording:
        edges.target[edges.start[node] + position] = target
    frames.position[top] = position + 1
    if new:
        enter(frames, nodes, mark, proviso, plan.tracing, counters, target)
        return False
    arrive(frames, nodes.stack, mark, proviso, counters[ARENA], top, target)
    if finds_components(proviso):
        note_arc(frames, mark, top, target)
    return False


@inlined
def leave(frames, mark, proviso, counters, top, node):
    """Take the node on top from the stack."""
    if keeps_marks(proviso):
        leave_colour(frames, mark, proviso, counters[ARENA], top, node)
    if finds_components(proviso):
        leave_component(frames, mark, counters, top, node)
    counters[FULL] -= np.int64(frames.full[top])
    counters[ARENA] = np.int64(frames.first[top])
    counters[TOP] = top


@inlined
def overflows(system, s, moves, n, counters):
    """Whether one of n moves overflows a field, which is noted."""
    for i in range(n):
        field = overflowing_field(system, s, np.int64(moves[i]))
        if field >= 0:
            counters[FIELD] = field
            return True
    return False


@inlined
def has_room(store, frames, nodes, edges, plan, mark, proviso, counters, more):
    """Whether there is room for that many moves of the node on top, and for a node above it."""
    states, top, arena = store.size[0] + 1, counters[TOP] + 1, counters[ARENA] + more
    if states > store.rows.shape[0] or 4 * states > 3 * store.slots.size:
        return False
    if top > nodes.stack.size or top > frames.first.size or arena > frames.moves.size:
        return False
    if keeps_marks(proviso) and states > mark.size:
        return False
    if plan.tracing and states > nodes.parent.size:
        return False
    if finds_components(proviso) and counters[OPEN_NODES] + 1 > frames.component.size:
        return False
    if plan.recording:
        return states <= edges.start.size and counters[EDGES] + more <= edges.action.size
    return True
