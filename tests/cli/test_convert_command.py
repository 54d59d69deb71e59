"""`convert`: formats of the same meaning, and state spaces as graphs."""

from mazurka.formats import read_aut, read_model
from mazurka.systems import PetriNet, Transition
from tests.cli.small_systems import written


def test_a_model_is_converted_where_the_meaning_is_kept(mazurka, clients, tmp_path):
    ran = mazurka("convert", clients, "two.pnml", "--json")
    assert (ran.status, ran.json["output"]) == (0, "two.pnml")
    assert read_model(tmp_path / "two.pnml").formalism == "petri-net"


def test_a_conversion_that_loses_meaning_is_refused(mazurka, loops, tmp_path):
    ran = mazurka("convert", loops, "loops.cs.json")
    assert ran.status == 2
    assert ran.err.startswith(f"mazurka: {loops}: two-loops: a system of formalism petri-net has no")
    assert ran.err.count(str(loops)) == 1
    assert "no meaning-preserving form as .cs.json" in ran.err
    assert not (tmp_path / "loops.cs.json").exists()


def test_a_state_space_is_written_as_a_graph(mazurka, loops, tmp_path):
    ran = mazurka("convert", loops, "loops.aut", "--json")
    assert (ran.status, ran.json["states"]) == (0, 4)
    assert read_aut(tmp_path / "loops.aut").number_of_states == 4
    assert mazurka("convert", loops, "loops.dot").status == 0
    assert (tmp_path / "loops.dot").read_text().startswith("digraph")


def test_an_incomplete_state_space_is_notwritten(mazurka, loops, tmp_path):
    ran = mazurka("convert", loops, "loops.aut", "--max-states", 2, "--json")
    assert (ran.status, ran.json["output"], ran.json["limit"]) == (3, None, "max_states")
    assert not (tmp_path / "loops.aut").exists()


def test_whether_a_net_is_safe_is_found_by_exploring_it(mazurka, rival, tmp_path):
    """Its arcs do not show that q, which b fills, is empty before."""
    assert mazurka("convert", rival, "rival.es.json").status == 0
    assert read_model(tmp_path / "rival.es.json").formalism == "entity"
    both = (Transition("t", {0: 1}, {2: 1}), Transition("u", {1: 1}, {2: 1}))
    unsafe = PetriNet("unsafe", ("p", "q", "sum"), both, (1, 1, 0))
    ran = mazurka("convert", written(unsafe, tmp_path / "unsafe.pnml"), "unsafe.es.json")
    assert ran.status == 2
    said = "place 'sum': it holds 2 tokens after t u; only safe nets, with at most one token in a place, can"
    assert said in ran.err
    assert "explore" not in ran.err


def test_a_limit_leaves_open_whether_a_net_is_safe(mazurka, rival, tmp_path):
    ran = mazurka("convert", rival, "rival.es.json", "--max-states", 2, "--json")
    assert (ran.status, ran.json["output"], ran.json["limit"]) == (3, None, "max_states")
    assert ran.err.startswith("mazurka: rival.es.json is not written: max_states was reached")
    assert not (tmp_path / "rival.es.json").exists()
