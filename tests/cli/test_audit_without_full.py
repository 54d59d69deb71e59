"""`audit --without-full` on the command line."""

import pytest


@pytest.fixture
def gates(mazurka):
    """The file of a tree with two leaves."""
    mazurka("model", "bg", "n=1", "-o", "bg.cs.json")
    return "bg.cs.json"


def test_a_proved_reduction_passes_without_a_full_space(mazurka, gates):
    ran = mazurka("audit", gates, "--reducer", "full+sleep", "--without-full", "--check-proofs", "--json")
    assert ran.status == 0
    assert (ran.json["verdict"], ran.json["full"]) == ("pass", None)
    assert all(c["holds"] is True for c in ran.json["criteria"])
    text = mazurka("audit", gates, "--reducer", "full+sleep", "--without-full").out
    assert "PASS" in text
    assert "proved at each of" in text


def test_an_unsound_reduction_fails_with_a_run(mazurka, gates, tmp_path):
    (tmp_path / "out.aut").write_text('des (0, 1, 2)\n(0, "g2.put0", 1)\n')
    ran = mazurka("audit", gates, "--reduced", "out.aut", "--without-full", "--json")
    assert (ran.status, ran.json["verdict"]) == (3, "incomplete")  # deadlocks alone are not decided so
    arguments = ("--criteria", "covering-source-sets")
    ran = mazurka("audit", gates, "--reduced", "out.aut", "--without-full", *arguments, "--json")
    assert (ran.status, ran.json["verdict"]) == (1, "fail")
    assert "g2.put1" in ran.json["criteria"][1]["witness"]


def test_a_checkpoint_is_written(mazurka, gates, tmp_path):
    arguments = ("--reducer", "full+sleep", "--without-full", "--checkpoint", "proved.json")
    assert mazurka("audit", gates, *arguments).status == 0
    assert (tmp_path / "proved.json").exists()
    assert mazurka("audit", gates, *arguments).status == 0


def test_options_of_proving_need_without_full(mazurka, gates):
    ran = mazurka("audit", gates, "--reducer", "full+sleep", "--check-proofs")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "are for --without-full" in ran.err
