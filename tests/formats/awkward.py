"""Systems with awkward names: what a file format must escape, and what it might confuse."""

from hypothesis import strategies as st

from mazurka.systems import ClientServerSystem, EntityAction, EntitySystem, PetriNet, Process, Transition

AWKWARD = [
    "a",
    "_x",
    "_x20_",
    "_x_",
    " ",
    "0",
    "a b",
    "a:b",
    "p@e",
    "é",
    '"',
    "\\",
    "<&>",
    "]]>",
    "clock",
    "tck1",
    "i",
]


def names(count):
    """So many different names, none of them empty."""
    return st.lists(
        st.one_of(st.sampled_from(AWKWARD), st.text(st.characters(codec="utf-8"), min_size=1, max_size=3)),
        min_size=count,
        max_size=count,
        unique=True,
    )


@st.composite
def nets(draw):
    """Up to three places and three transitions with arcs of all kinds."""
    places, transitions = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    ids = draw(names(places + transitions))
    arcs = st.dictionaries(st.integers(0, places - 1), st.integers(1, 3)) if places else st.just({})
    kinds = [draw(st.tuples(arcs, arcs, arcs, arcs)) for _ in range(transitions)]
    return PetriNet(
        name="net",
        places=tuple(ids[:places]),
        transitions=tuple(
            Transition(t, *(dict(sorted(side.items())) for side in sides))
            for t, sides in zip(ids[places:], kinds, strict=True)
        ),
        initial=tuple(draw(st.integers(0, 3)) for _ in range(places)),
    )


@st.composite
def entity_systems(draw):
    """Up to three actions on up to four entities."""
    entities = draw(names(4))
    actions = []
    for name in draw(names(draw(st.integers(0, 3)))):
        use = {e: draw(st.sampled_from(["", "reads", "forbids", "deletes", "creates"])) for e in entities}
        sets = [
            frozenset(e for e in entities if use[e] == kind)
            for kind in ("reads", "forbids", "deletes", "creates")
        ]
        actions.append(EntityAction(name, *sets))
    return EntitySystem(draw(names(1))[0], draw(st.frozensets(st.sampled_from(entities))), tuple(actions))


@st.composite
def client_server_systems(draw):
    """Up to two clients of up to two steps, and up to two servers of two states."""
    clients, servers = draw(st.integers(0, 2)), draw(st.integers(1, 2))
    process_names, actions, states = draw(names(clients + servers)), draw(names(4)), draw(names(3))
    of_client = {a: draw(st.integers(0, clients - 1)) for a in actions} if clients else {}
    of_server = {a: draw(st.integers(0, servers - 1)) for a in of_client}
    edges = {"client": [(0, 1), (1, 2), (0, 2)], "server": [(0, 0), (0, 1), (1, 0), (1, 1)]}

    def process(name, own, kind):
        steps = [(i, a, j) for a in own for i, j in draw(st.lists(st.sampled_from(edges[kind]), min_size=1))]
        unique = {(i, a): j for i, a, j in steps}
        return Process(name, states[0], tuple((states[i], a, states[j]) for (i, a), j in unique.items()))

    system = ClientServerSystem(
        draw(names(1))[0],
        tuple(
            process(process_names[i], [a for a in of_client if of_client[a] == i], "client")
            for i in range(clients)
        ),
        tuple(
            process(process_names[clients + j], [a for a in of_server if of_server[a] == j], "server")
            for j in range(servers)
        ),
    )
    order = tuple(draw(st.permutations(system.actions)))
    if order == system.actions:
        return system
    return ClientServerSystem(system.name, system.clients, system.servers, order)
