"""One node a state: what is woken must be treated, and ranked nothing is."""

from mazurka.limits import Watch
from mazurka.reference import merged_nodes
from mazurka.reference.client_server_reducers import reduce_fresh_sleep, reduce_merged_sleep
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.merged_nodes import longest_runs
from mazurka.systems import ClientServerSystem
from tests.reference.small_systems import process

SETS = ClientServerSystem(
    "sets",
    (
        process("p", ("0", "p.y", "1"), ("1", "p.x", "2")),
        process("q", ("0", "q.x", "1"), ("0", "q.y", "1"), ("1", "q.x", "2")),
    ),
    (
        process("x", *(("0", a, "1") for a in ("p.x", "q.x")), *(("1", a, "1") for a in ("p.x", "q.x"))),
        process("y", *(("0", a, "1") for a in ("p.y", "q.y")), *(("1", a, "1") for a in ("p.y", "q.y"))),
    ),
    ("p.x", "q.x", "q.y", "p.y"),
)
"""Two variables that are only ever set: three ways to a state, and each of them has something else asleep."""


def judged(**options):
    graph = reduce_merged_sleep(SETS, options, Watch()).graph()
    return graph, CRITERIA["trace-complete"](SETS, explore(SETS), graph, Context())


def test_what_a_later_arrival_wakes_is_treated_before_what_was_treated_already(monkeypatch):
    graph, finding = judged()
    assert finding.holds
    assert len(graph.states) < len(reduce_fresh_sleep(SETS, {}, Watch()).graph().states)
    monkeypatch.setattr(merged_nodes, "woken", lambda *_: ())
    left, finding = judged()
    assert finding.witness == ("q.y", "p.y", "p.x", "q.x")  # a run is lost where what is woken is left alone
    assert left.states == graph.states
    assert left.sleep == graph.sleep
    later = [(new, old) for new, old in zip(graph.treated, left.treated, strict=True) if new != old]
    assert later == [(("p.x", "q.x"), ("q.x",))]


def test_ranked_nothing_is_ever_woken(monkeypatch):
    graph, finding = judged(order="ranked")
    assert finding.holds
    monkeypatch.setattr(merged_nodes, "woken", lambda *_: ())
    assert judged(order="ranked")[0].treated == graph.treated


def test_the_longest_run_counts_not_the_shortest():
    client = process("c", ("0", "a", "1"), ("1", "b", "2"), ("0", "c", "2"), ("2", "d", "3"))
    assert longest_runs(client) == {"0": 3, "1": 2, "2": 1, "3": 0}
