"""Systems that cannot be explored, or not by the reducer named: one line with file, place and cure."""

import pytest

from mazurka.formats import write_model
from mazurka.systems import PetriNet, Transition


@pytest.fixture
def leak(tmp_path):
    net = PetriNet("leak", ("p", "heap"), (Transition("t", consumes={0: 1}, produces={0: 1, 1: 1}),), (1, 0))
    write_model(net, tmp_path / "leak.pnml")
    return tmp_path / "leak.pnml"


@pytest.mark.parametrize(
    "command",
    [
        ("explore",),
        ("reduce", "--reducer", "stubborn/deletion"),
        ("reduce", "--reducer", "plain/reach"),
        ("audit", "--reducer", "stubborn/closure"),
        ("compare",),
        ("convert", "x.dot"),
    ],
)
def test_an_unbounded_net_is_refused_with_file_place_and_cure(mazurka, leak, command):
    name, *options = command
    ran = mazurka(name, leak, *options)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    for part in (str(leak), "unbounded", "firing t", "'heap'", "put a bound on that place"):
        assert part in ran.err


@pytest.mark.parametrize("command", ["reduce", "audit"])
def test_a_reducer_for_another_formalism_names_the_file(mazurka, leak, command):
    ran = mazurka(command, leak, "--reducer", "pset+sleep")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        f"mazurka: {leak}: pset+sleep reduces client-server systems, not petri-net ones; "
        "for these there are: reach, stubborn/closure, stubborn/deletion, stubborn/smallest, "
        "stubborn/insertion, probe/sound, probe/visible\n"
    )
