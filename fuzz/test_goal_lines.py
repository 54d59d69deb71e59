"""What the compiled searches for goals go by, against its plain definition: UP layers, and stubborn sets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazurka.formulas import AllOf
from mazurka.fuzz.formulas import conjunctions, goals
from mazurka.fuzz.strategies import nets
from mazurka.optimized.compiled import enabled_moves, overflowing_field, step
from mazurka.optimized.goal_search import compile_net
from mazurka.optimized.goal_stubborn import choose_for_goal
from mazurka.optimized.goal_tables import goal_tables, is_goal
from mazurka.optimized.net_tables import conflict_rows
from mazurka.optimized.up_layers import FAR, NEVER, by_layer, layer_distance, layers_of
from mazurka.reference.goal_stubborn_sets import is_attractor
from mazurka.reference.net_stubborn_sets import arcs_of, is_closed
from mazurka.reference.up_layers import layers
from mazurka.reference.up_layers import layers_of as plain_layers_of
from mazurka.reference.up_sets import failing

STEPS = 5


class Walked:
    """The compiled tables of a net and a goal, after some steps; asked about the goal there."""

    def __init__(self, net, goal, choices):
        compilation = compile_net(net)
        self.system, self.net = compilation.moves, net
        self.tables = compilation.tables._replace(conflicts=conflict_rows(net))
        self.goal = goal_tables(net, goal, self.tables)
        self.moves = np.zeros(len(self.system.action) + 1, dtype=np.uint32)
        self.chosen = np.zeros_like(self.moves)
        self.m, self.s = net.initial, self.system.initial.copy()
        self.enabled = enabled_moves(self.system, self.s, self.moves)
        for choice in choices:
            if not self.enabled:
                break
            move = self.moves[choice % self.enabled]
            if overflowing_field(self.system, self.s, move) >= 0:
                break  # where the searches would make room
            self._take(move)
        self.reached = is_goal(self.goal, self.tables, self.s)

    def _take(self, move):
        later = np.zeros_like(self.s)
        step(self.system, self.s, move, later)
        self.m, self.s = self.net.after(self.m, self.name(move)), later
        self.enabled = enabled_moves(self.system, self.s, self.moves)

    def name(self, move):
        return self.net.transitions[int(self.system.action[move])].name


CHOICES = st.lists(st.integers(0, 9), max_size=STEPS)


@given(st.data(), nets(), CHOICES)
def test_layers_their_best_and_the_order_by_them_are_those_of_the_definition(data, net, choices):
    """[E] Definitions 7 to 10."""
    conjunction = tuple(dict.fromkeys(data.draw(conjunctions(net))))
    at = Walked(net, AllOf(conjunction), choices)
    for atom, i in enumerate(conjunction):
        row = at.goal.layer[layers_of(at.goal, at.tables, atom)].tolist()
        plain = {t: n for n, layer in enumerate(plain_layers_of(net, i)) for t in layer}
        assert row == [plain.get(t, NEVER) for t in range(len(net.transitions))]
    best = {}
    for n, layer in enumerate(layers(net, conjunction, at.m)):
        best.update({net.transitions[t].name: n for t in layer if net.transitions[t].name not in best})
    enabled = [at.name(move) for move in at.moves[: at.enabled]]
    by_layer(at.system, at.goal, at.tables, at.moves, at.enabled, at.chosen)
    last = len(net.transitions)
    expected = sorted(enumerate(enabled), key=lambda x: (-best.get(x[1], last), -x[0]))
    assert [at.name(move) for move in at.chosen[: at.enabled]] == [a for _, a in expected]
    distance = layer_distance(at.system, at.goal, at.tables, at.moves, at.enabled)
    hopeless = any(
        not any(net.transitions[t].is_enabled(at.m) for layer in plain_layers_of(net, i) for t in layer)
        for i in failing(conjunction, at.m)
    )
    assert (distance == FAR) == hopeless
    assert (distance == 0) == at.reached == AllOf(conjunction).holds(at.m)


@given(st.data(), nets(), CHOICES)
def test_a_compiled_set_for_a_goal_is_closed_and_holds_an_attractor(data, net, choices):
    """[KSV]; the sets differ from the plain ones, which grow from other parts of a goal."""
    goal = data.draw(goals(net))
    at = Walked(net, goal, choices)
    if at.reached or not at.enabled:
        return
    width = choose_for_goal(at.system, at.s, at.moves, at.enabled, at.tables, at.goal, at.chosen)
    chosen = {at.name(move) for move in at.chosen[:width]}
    stamp = at.tables.stamp[0]
    assert chosen <= set(net.enabled(at.m))
    if len(getattr(goal, "parts", ())) > 1 and goal == AllOf(getattr(goal, "parts", ())):
        return  # of the sets tried, the last one is in the tables, not the one chosen
    members = {t for t in range(len(net.transitions)) if at.tables.member[t] == stamp}
    assert chosen == {net.transitions[t].name for t in members} & set(net.enabled(at.m))
    assert is_attractor(net, goal, at.m, members)
    assert not chosen or is_closed(arcs_of(net), at.m, members)
