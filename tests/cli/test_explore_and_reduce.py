"""`explore` and `reduce`: the keys of the contract, counts, limits, and the graph that is written."""

import re
import signal

import pytest

from mazurka.formats import read_aut, write_model
from mazurka.limits import Watch
from mazurka.models import build

EXPLORED = {
    "model",
    "formalism",
    "states",
    "transitions",
    "deadlocks",
    "complete",
    "limit",
    "seconds",
    "peak_rss_bytes",
}
STORED = {"stored_bytes"}  # of what compiled searches keep
OF_NETS = {"max_tokens_per_place", "max_tokens_in_marking"}
REDUCED = EXPLORED | {"reducer", "options", "nodes", "paths"}


def test_explore_gives_the_keys_of_the_contract_and_counts(mazurka, clients):
    ran = mazurka("explore", clients, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert set(ran.json) == EXPLORED | STORED
    assert (ran.json["model"], ran.json["formalism"]) == ("two-clients", "client-server")
    assert [ran.json[k] for k in ("states", "transitions", "deadlocks")] == [4, 4, 1]
    assert ran.json["complete"] is True
    assert ran.json["limit"] is None


def test_explore_of_a_net_tells_the_largest_token_counts(mazurka, loops):
    ran = mazurka("explore", loops, "--json")
    assert set(ran.json) == EXPLORED | OF_NETS | STORED
    assert [ran.json[k] for k in ("states", "transitions", "deadlocks")] == [4, 8, 0]
    assert (ran.json["max_tokens_per_place"], ran.json["max_tokens_in_marking"]) == (1, 2)


def test_reduce_gives_the_keys_of_the_contract_and_counts(mazurka, clients):
    ran = mazurka("reduce", clients, "--reducer", "pset+sleep", "--json")
    assert ran.status == 0
    assert set(ran.json) == REDUCED | STORED
    assert (ran.json["reducer"], ran.json["options"]) == ("pset+sleep", {"order": "dfs"})
    assert [ran.json[k] for k in ("states", "nodes", "transitions", "paths")] == [3, 3, 2, 1]


def test_a_compiled_search_tells_its_speed_and_what_a_node_takes(mazurka, clients):
    assert re.search(r"speed +[\d,]+ nodes/s, [\d,]+ bytes a node", mazurka("explore", clients).out)
    assert "speed" not in mazurka("reduce", clients, "--reducer", "plain/reach").out


def test_the_paths_of_a_cyclic_graph_are_null(mazurka, loops):
    assert mazurka("reduce", loops, "--reducer", "plain/reach", "--json").json["paths"] is None


def test_options_are_set_and_reported(mazurka, clients):
    ran = mazurka("reduce", clients, "--reducer", "pset+sleep", "--set", "order=bfs", "--json")
    assert ran.json["options"] == {"order": "bfs"}


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("order=up", "pset+sleep: option order is one of bfs, dfs, not 'up'"),
        ("depth=3", "no option of pset+sleep is called 'depth'; there are: order"),
        ("order", "an option is set as KEY=VALUE, not 'order'"),
    ],
)
def test_a_wrong_option_is_named(mazurka, clients, setting, message):
    ran = mazurka("reduce", clients, "--reducer", "pset+sleep", "--set", setting)
    assert (ran.status, ran.out, ran.err) == (2, "", f"mazurka: {message}\n")


def test_a_limit_ends_with_status_3_and_says_so(mazurka, loops):
    for command in (("explore", loops), ("reduce", loops, "--reducer", "plain/reach")):
        ran = mazurka(*command, "--max-states", 2, "--json")
        assert ran.status == 3
        assert (ran.json["complete"], ran.json["limit"]) == (False, "max_states")


def test_each_limit_has_its_name(mazurka, loops):
    for option, value, name in (("--max-seconds", 0, "max_seconds"), ("--max-memory", "1k", "max_memory")):
        assert mazurka("explore", loops, option, value, "--json").json["limit"] == name


def test_a_limit_is_told_to_people(mazurka, loops):
    assert "Incomplete: the limit on states" in mazurka("explore", loops, "--max-states", 2).out


def test_a_table_is_plain_text_within_80_columns_when_piped(mazurka, rival):
    out = mazurka("explore", rival).out
    assert "late-rival" in out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_quiet_prints_nothing(mazurka, loops):
    ran = mazurka("explore", loops, "--max-states", 2, "--quiet")
    assert (ran.status, ran.out, ran.err) == (3, "", "")


def test_the_reduction_is_written_as_a_graph(mazurka, clients, tmp_path):
    ran = mazurka("reduce", clients, "--reducer", "pset+sleep", "-o", "small.aut", "--json")
    assert ran.json["output"] == "small.aut"
    assert read_aut(tmp_path / "small.aut").edges == ((0, "a", 1), (1, "b", 2))
    assert mazurka("reduce", clients, "--reducer", "reach", "-o", "all.dot").status == 0
    assert (tmp_path / "all.dot").read_text().count("doublecircle") == 1


def test_an_incomplete_reduction_is_not_written(mazurka, loops, tmp_path):
    ran = mazurka("reduce", loops, "--reducer", "plain/reach", "--max-states", 2, "-o", "part.aut")
    assert ran.status == 3
    assert ran.err == "mazurka: part.aut is not written: the reduction is not complete\n"
    assert not (tmp_path / "part.aut").exists()


def test_a_file_that_cannot_be_written_is_refused_before_the_work(mazurka, loops):
    ran = mazurka("reduce", loops, "--reducer", "reach", "-o", "no/x.aut")
    assert (ran.status, ran.err) == (2, "mazurka: no/x.aut cannot be written: there is no folder no\n")


def test_a_file_that_holds_no_graph_is_refused_before_the_work(mazurka, loops):
    ran = mazurka("reduce", loops, "--reducer", "reach", "-o", "x.pnml")
    assert (ran.status, ran.err) == (2, "mazurka: a graph is written as .aut or .dot, not as 'x.pnml'\n")


@pytest.mark.parametrize("reducer", [None, "reach", "plain/reach"])
def test_ctrl_c_ends_a_search_with_what_it_has(mazurka, tmp_path, monkeypatch, reducer):
    look = Watch.limit_reached

    def interrupted_once(watch, states, waiting=0):
        if not pressed:
            pressed.append(signal.raise_signal(signal.SIGINT))
        return look(watch, states, waiting)

    pressed = []
    write_model(build("counter", {"n": 10}), model := tmp_path / "counter.pnml")
    monkeypatch.setattr(Watch, "limit_reached", interrupted_once)
    command = ("explore", model) if reducer is None else ("reduce", model, "--reducer", reducer)
    ran = mazurka(*command, "--json")
    assert ran.status == 130
    assert (ran.json["complete"], ran.json["limit"]) == (False, "interrupt")
    assert 1 <= ran.json["states"] < 2**10
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
