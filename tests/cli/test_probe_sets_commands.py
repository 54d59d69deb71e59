"""Published reductions by probe sets on the command line: they are refuted, and listed as what they are."""

import pytest

DROP = "probe/drop:reversing-free,no-duplicates"


@pytest.fixture
def thm16(mazurka):
    mazurka("model", "probe-thm16", "-o", "probe-thm16.es.json", "--quiet")
    return "probe-thm16.es.json"


@pytest.mark.parametrize("reducer", ["probe/kr", DROP])
def test_an_audit_of_a_published_reduction_fails_and_shows_the_lost_run(mazurka, thm16, reducer):
    ran = mazurka("audit", thm16, "--reducer", reducer)
    assert ran.status == 1
    assert "deadlocks fails: a run of the full system" in ran.out
    steps = [line.split()[:2] for line in ran.out.splitlines() if line.split()[:1] in (["1"], ["2"])]
    assert steps[:2] == [["1", "a"], ["2", "c"]]
    assert mazurka("audit", thm16, "--reducer", "probe/sound").status == 0


def test_the_published_reductions_are_listed_as_unsound_with_claim_witness_and_cure(mazurka):
    rows = {r["name"]: r for r in mazurka("reducers", "--json").json}
    published = [r for name, r in rows.items() if name.startswith(("probe/kr", "probe/drop:"))]
    assert len(published) == 5
    for row in published:
        assert row["sound_as_printed"] is False
        assert all(
            word in row["note"] for word in ("claims", "refuted by the models probe-thm16", "probe/sound")
        )
    assert rows["probe/sound"]["sound_as_printed"] is True


def test_a_limit_on_vectors_is_no_verdict(mazurka, thm16):
    ran = mazurka("audit", thm16, "--reducer", "probe/sound", "--set", "vectors=2", "--json")
    assert (ran.status, ran.json["verdict"]) == (3, "incomplete")
    reduced = mazurka("reduce", thm16, "--reducer", "probe/sound", "--set", "vectors=2", "--json")
    assert (reduced.status, reduced.json["limit"], reduced.json["nodes"]) == (3, "max_vectors", 2)
    told = mazurka("reduce", thm16, "--reducer", "probe/sound", "--set", "vectors=2")
    assert "the limit on vectors (--set vectors=N) was reached" in told.out


def test_names_with_a_comma_can_be_compared(mazurka, thm16):
    rows = mazurka("compare", thm16, "--reducers", f"probe/kr,{DROP},probe/sound", "--json").json
    assert [r["reducer"] for r in rows][-3:] == ["probe/kr", DROP, "probe/sound"]
