"""The models of [EP] Table 1 against programs that do the same, and the published sizes."""

import pytest

from mazurka.limits import Watch
from mazurka.models import build, families
from mazurka.models.chameneos import COLOURS, complement
from mazurka.optimized.explorer import explore as explore_compiled
from mazurka.reference.explorer import explore


def size(family, **parameters):
    """Markings and edges."""
    graph = explore(build(family, parameters))
    return len(graph.states), graph.number_of_edges


def reachable(start, moves):
    """The states and the steps of a program."""
    met, waiting, steps = {start}, [start], 0
    for s in waiting:
        for after in moves(*s):
            steps += 1
            if after not in met:
                met.add(after)
                waiting.append(after)
    return len(met), steps


def put(row, i, value):
    return (*row[:i], value, *row[i + 1 :])


@pytest.mark.parametrize(
    ("family", "parameters", "published"),
    [
        ("lamport", {"n": 4}, 1_914_784),
        ("peterson-flags", {"n": 3}, 20_754),
        ("peterson-flags", {"n": 4}, 3_407_946),
        ("peer-to-peer", {"n": 8}, 743_580),
        ("slotted-ring", {"n": 7}, 439_296),
    ],
)
def test_ep_table_1_full_sizes_are_the_published_ones(family, parameters, published):
    assert explore_compiled(build(family, parameters), Watch()).states == published


def test_peterson_with_flags_has_as_many_places_and_transitions_as_the_net_of_the_contest():
    net = build("peterson-flags", {"n": 4})
    assert (len(net.places), len(net.transitions)) == (244, 332)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_sites_do_what_their_program_says(n):
    """Per site where it is and who its peer is; messages by receiver; whom the server has."""

    def moves(sites, messages, server):
        for i, (where, peer) in enumerate(sites):
            if where == "idle":
                yield put(sites, i, ("asked", None)), messages, server
            elif where == "asked" and server is None:
                yield put(sites, i, ("first", None)), messages, i
            elif where == "asked":
                yield put(put(sites, i, ("sends", server)), server, ("sends", i)), messages, None
            elif where == "sends":
                yield put(sites, i, ("waits", None)), messages | {peer}, server
            elif where == "waits" and i in messages:
                yield put(sites, i, ("idle", None)), messages - {i}, server

    assert size("peer-to-peer", n=n) == reachable(((("idle", None),) * n, frozenset(), None), moves)


@pytest.mark.parametrize(("n", "servers"), [(1, 1), (2, 2), (3, 2), (3, 3), (4, 2)])
def test_the_balancer_does_what_its_program_says(n, servers):
    """Where each client's request is, whom each server serves, the balancer's work, the loads."""

    def moves(clients, serves, balancer, loads):
        def more(load, s, by):
            return put(load, s, load[s] + by)

        least = min(range(servers), key=lambda s: loads[s])
        most = max(range(servers), key=lambda s: loads[s])
        for c, where in enumerate(clients):
            if where == "idle":
                yield put(clients, c, "request"), serves, balancer, loads
            elif where == "request" and balancer == "free":
                yield put(clients, c, "routed"), serves, "routes", loads
            elif where == "routed":
                yield put(clients, c, least), serves, "free", more(loads, least, 1)
            elif where == "served":
                yield put(clients, c, "idle"), put(serves, serves.index(c), None), balancer, loads
            elif where != "request" and serves[where] is None and balancer == "free":
                s = where
                yield put(clients, c, "served"), put(serves, s, c), "balances", more(loads, s, -1)
            if where == most and balancer == "balances" and loads[most] - loads[least] > 1:
                yield put(clients, c, least), serves, "free", more(more(loads, most, -1), least, 1)
        if balancer == "balances" and loads[most] - loads[least] <= 1:
            yield clients, serves, "free", loads

    start = (("idle",) * n, (None,) * servers, "free", (0,) * servers)
    assert size("load-balancing", n=n, servers=servers) == reachable(start, moves)


@pytest.mark.parametrize("n", [2, 3])
def test_lamports_processes_do_what_their_program_says(n):
    """Per process its line and the flags it has seen down; the flags; x and y, 0 or a process from 1."""

    def moves(at, flags, x, y):
        for i, (line, seen) in enumerate(at):
            me = i + 1

            def to(following, seen=frozenset(), i=i):
                return put(at, i, (following, seen))

            match line:
                case "start":
                    yield to("x := i"), put(flags, i, True), x, y
                case "x := i":
                    yield to("y = 0?"), flags, me, y
                case "y = 0?":
                    yield to("retreats" if y else "y := i"), flags, x, y
                case "retreats":
                    yield to("awaits y"), put(flags, i, False), x, y
                case "awaits y" if y == 0:
                    yield to("start"), flags, x, y
                case "y := i":
                    yield to("x = i?"), flags, x, me
                case "x = i?":
                    yield to("critical" if x == me else "contends"), flags, x, y
                case "contends":
                    yield to("for"), put(flags, i, False), x, y
                case "for":
                    yield to("awaits flags"), flags, x, y
                case "awaits flags" if len(seen) == n:
                    yield to("y = i?"), flags, x, y
                case "awaits flags":
                    for j in range(n):
                        if not flags[j] and j not in seen:
                            yield to(line, seen | {j}), flags, x, y
                case "y = i?":
                    yield to("critical" if y == me else "awaits y"), flags, x, y
                case "critical":
                    yield to("leaves"), flags, x, 0
                case "leaves":
                    yield to("start"), put(flags, i, False), x, y

    assert size("lamport", n=n) == reachable(((("start", frozenset()),) * n, (False,) * n, 0, 0), moves)


@pytest.mark.parametrize("n", [2, 3])
def test_petersons_processes_with_flags_do_what_their_program_says(n):
    """Per process (line, level, whose flag it looks at); the flags; the turns."""

    def moves(at, flags, turns):
        for i, (line, j, k) in enumerate(at):

            def to(following, j=j, k=0, i=i):
                return put(at, i, (following, j, k))

            match line:
                case "idle":
                    yield to("asks", 0), put(flags, i, True), turns
                case "asks":
                    yield to("tests"), flags, put(turns, j, i)
                case "tests":
                    yield to("loops" if turns[j] == i else "passed"), flags, turns
                case "loops":
                    yield to("compares", k=k), flags, turns
                case "compares":
                    yield to("looked" if k == i else "looks", k=k), flags, turns
                case "looks":
                    yield (to("tests") if flags[k] else to("looked", k=k)), flags, turns
                case "looked":
                    yield (to("loops", k=k + 1) if k + 1 < n else to("passed")), flags, turns
                case "passed":
                    yield (to("asks", j + 1) if j < n - 2 else to("critical", 0)), flags, turns
                case "critical":
                    yield to("idle"), put(flags, i, False), turns

    start = ((("idle", 0, 0),) * n, (False,) * n, (0,) * (n - 1))
    assert size("peterson-flags", n=n) == reachable(start, moves)


@pytest.mark.parametrize("family", ["lamport", "peterson-flags"])
@pytest.mark.parametrize("n", [2, 3])
def test_one_process_at_a_time_is_in_its_critical_section(family, n):
    net = build(family, {"n": n})
    critical = [p for p, name in enumerate(net.places) if name.startswith("critical_")]
    assert len(critical) == n
    assert max(sum(m[p] for p in critical) for m in explore(net).states) == 1


@pytest.mark.parametrize(("n", "units", "limit"), [(1, 2, 1), (1, 1, 2), (2, 2, 2), (2, 3, 1)])
def test_clients_of_the_resource_do_what_their_program_says(n, units, limit):
    """Where each client is, how much it has and how much is lent to it; whether the server is free."""

    def moves(clients, free):
        left = units - sum(lent for _, _, lent, _ in clients)
        for i, (where, has, lent, asked) in enumerate(clients):

            def to(following, has=has, lent=lent, asked=asked, i=i):
                return put(clients, i, (following, has, lent, asked))

            match where:
                case "ready":
                    yield to("works"), free
                    if asked < limit:
                        yield to("get", asked=asked + 1), free
                    if has:
                        yield to("give", has=has - 1), free
                case "works" | "got":
                    yield to("ready"), free
                case "get" if free and left and lent < limit:
                    yield to("lends", lent=lent + 1), False
                case "give" if free:
                    yield to("takes", lent=lent - 1), False
                case "lends":
                    yield to("lent"), True
                case "takes":
                    yield to("taken"), True
                case "lent":
                    yield to("got", has=has + 1), free
                case "taken":
                    yield to("given"), free
                case "given":
                    yield to("ready", asked=asked - 1), free

    found = size("resource-allocation", n=n, units=units, limit=limit)
    assert found == reachable(((("ready", 0, 0, 0),) * n, True), moves)


@pytest.mark.parametrize("n", [2, 3])
def test_chameneos_do_what_the_rules_say(n):
    """Where each is, its colour, the colour it met; the mall: empty, a colour, or a colour for the first."""

    def moves(all_, lock, mall):
        for i, (where, mine, met) in enumerate(all_):

            def to(following, mine=mine, met=None, i=i):
                return put(all_, i, (following, mine, met))

            match where:
                case "trains":
                    yield to("eats"), lock, mall
                case "eats":
                    yield to("calls"), lock, mall
                case "calls" if lock and mall is None:
                    yield to("first"), False, ("has", mine)
                case "calls" if lock and mall[0] == "has":
                    yield to("inside", met=mall[1]), False, ("answers", mine)
                case "first":
                    yield to("waits"), True, mall
                case "waits" if lock and mall[0] == "answers":
                    yield to("inside", met=mall[1]), False, None
                case "inside":
                    yield to("met", met=met), True, mall
                case "met":
                    yield to("trains", complement(mine, met)), lock, mall

    start = (tuple(("trains", COLOURS[i % 3], None) for i in range(n)), True, None)
    assert size("chameneos", n=n) == reachable(start, moves)


def test_who_meets_another_colour_takes_the_third():
    assert {complement(a, b) for a, b in (("red", "blue"), ("blue", "red"))} == {"yellow"}
    assert [complement(c, c) for c in COLOURS] == list(COLOURS)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_philosophers_do_what_their_program_says(n):
    """How many half operations each has done, of twelve; an odd number is inside a monitor."""

    def moves(*done):
        def inside(monitor):
            return any(k % 2 and monitors(i)[k // 2] == monitor for i, k in enumerate(done))

        def monitors(i):
            left, right = i, (i + 1) % n
            return ("room", left, right, left, right, "room")

        def holds(i, fork):
            left, right = i, (i + 1) % n
            return (fork == left and 3 <= done[i] < 8) or (fork == right and 5 <= done[i] < 10)

        for i, k in enumerate(done):
            if k % 2 == 0:
                at = monitors(i)[k // 2]
                full = k == 0 and sum(d > 0 for d in done) == n - 1
                taken = k in (2, 4) and any(holds(j, at) for j in range(n))
                if full or taken or inside(at):
                    continue
            yield put(done, i, (k + 1) % 12)

    assert size("philosophers-tasks", n=n) == reachable((0,) * n, moves)


@pytest.mark.parametrize(("n", "servers"), [(1, 1), (2, 1), (2, 2), (3, 1)])
def test_clients_and_servers_in_rendezvous_do_what_their_program_says(n, servers):
    """Per client how far it is, of five steps of its own; per server its step and its client."""

    def moves(clients, at):
        for c, k in enumerate(clients):
            if k in (0, 1, 4, 5):
                yield put(clients, c, (k + 1) % 6), at
        for s, (k, c) in enumerate(at):
            if k == 0:
                for caller in range(n):
                    if clients[caller] == 2:
                        yield put(clients, caller, 3), put(at, s, (1, caller))
            elif k == 4:
                yield put(clients, c, 4), put(at, s, (5, None))
            elif k != 2 or all(j != 3 for j, _ in at):
                yield clients, put(at, s, ((k + 1) % 7, c))

    start = ((0,) * n, ((0, None),) * servers)
    assert size("rendezvous-servers", n=n, servers=servers) == reachable(start, moves)


@pytest.mark.parametrize("n", [1, 2])
def test_the_plates_of_the_production_cell_are_n_and_go_around_forever(n):
    net = build("production-cell", {"n": n})
    graph = explore(net)
    plates = ["store", "table_loaded", "arm1_holds", "arm2_holds", "press_blank", "press_forged"]
    plates += ["crane_holds", "crane_high", "crane_back"]
    plates += [f"{belt}_{k}" for belt in ("feed", "deposit") for k in (1, 2, 3)]
    for m in graph.states:
        held = dict(zip(net.places, m, strict=True))
        assert sum(held[p] for p in plates) == n
        assert max(k for p, k in held.items() if p != "store") == 1
        inside = held["arm_out_at_load"] + held["arm_done_at_load"]
        inside += held["arm_out_at_unload"] + held["arm_done_at_unload"]
        assert inside == 1 - held["press_clear"]
        assert net.enabled(m)


@pytest.mark.parametrize(("n", "counted"), [(1, (1_052, 3_492)), (2, (6_370, 24_119))])
def test_the_production_cell_has_its_size(n, counted):
    assert size("production-cell", n=n) == counted


def test_these_families_have_no_deadlock():
    for name in ("lamport", "load-balancing", "peer-to-peer", "peterson-flags", "slotted-ring"):
        net = build(name, {families()[name].parameters[0].name: 2})
        assert all(net.enabled(m) for m in explore(net).states)
