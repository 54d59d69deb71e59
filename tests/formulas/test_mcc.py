"""Properties of the Model Checking Contest: what they ask, and files that are refused with a line."""

import pytest

from mazurka.errors import FormatError
from mazurka.formulas import show
from mazurka.formulas.mcc import read_properties
from mazurka.systems import PetriNet, Transition

NET = PetriNet(
    "n", ("p", "q", "r"), (Transition("t", {0: 1}, {1: 1}), Transition("u", {1: 2}, {}, {2: 1})), (1, 0, 0)
)
HEAD = '<?xml version="1.0"?>\n<property-set xmlns="http://mcc.lip6.fr/">\n'


@pytest.fixture
def properties(tmp_path):
    """Read a file of properties, each given by what stands in its <formula>."""

    def read(*formulas):
        inner = "".join(
            f"<property><id>n-{k}</id><description>…</description>\n<formula>{f}</formula></property>\n"
            for k, f in enumerate(formulas)
        )
        return written(tmp_path, f"{HEAD}{inner}</property-set>\n")

    return read


def written(folder, text):
    """Read a text as a file of properties."""
    (folder / "f.xml").write_text(text)
    return read_properties(folder / "f.xml", NET)


def exists(inner):
    return f"<exists-path><finally>{inner}</finally></exists-path>"


def always(inner):
    return f"<all-paths><globally>{inner}</globally></all-paths>"


def tokens(*places):
    return "<tokens-count>" + "".join(f"<place>{p}</place>" for p in places) + "</tokens-count>"


def constant(k):
    return f"<integer-constant>{k}</integer-constant>"


def at_most(left, right):
    return f"<integer-le>{left}{right}</integer-le>"


FIREABLE = "<is-fireable><transition>t</transition><transition>u</transition></is-fireable>"
READ = {
    at_most(constant(2), tokens("p", "q")): "p + q >= 2",
    at_most(tokens("p"), tokens("q", "r", "p")): "true",
    at_most(tokens("p"), tokens("q")): "q >= p",
    f"<negation>{at_most(tokens('p'), constant(3))}</negation>": "p >= 4",
    FIREABLE: "p >= 1 | (q >= 2 & r >= 1)",
    f"<negation>{FIREABLE}</negation>": "p <= 0 & (q <= 1 | r <= 0)",
    "<deadlock/>": "p <= 0 & (q <= 1 | r <= 0)",
    f"<conjunction>{FIREABLE}<true/><disjunction><deadlock/><true/></disjunction></conjunction>": (
        "p >= 1 | (q >= 2 & r >= 1)"
    ),
    f"<disjunction><false/>{at_most(constant(1), tokens('r'))}</disjunction>": "r >= 1",
    f"<integer-eq>{tokens('p')}{constant(1)}</integer-eq>": "p = 1",
    f"<integer-ne>{tokens('p')}{constant(1)}</integer-ne>": "p != 1",
    f"<integer-lt>{tokens('p')}{constant(2)}</integer-lt>": "p <= 1",
    f"<integer-gt>{tokens('p')}{constant(2)}</integer-gt>": "p >= 3",
    f"<integer-ge><integer-sum>{tokens('p')}{constant(1)}</integer-sum>{tokens('q')}</integer-ge>": (
        "p + 1 >= q"
    ),
}


@pytest.mark.parametrize("formula", READ)
def test_a_state_formula_is_read(properties, formula):
    (found,) = properties(exists(formula))
    assert show(found.formula, NET.places) == READ[formula]


def test_always_is_false_where_a_counterexample_is_reachable(properties):
    ef, ag = properties(exists(at_most(constant(1), tokens("q"))), always(at_most(constant(1), tokens("q"))))
    assert [ef.id, ag.id] == ["n-0", "n-1"]
    assert (show(ef.goal, NET.places), show(ag.goal, NET.places)) == ("q >= 1", "q <= 0")
    assert [(ef.verdict(r), ag.verdict(r)) for r in (True, False, None)] == [
        (True, False),
        (False, True),
        (None, None),
    ]


WRONG = {
    "<exists-path><globally><true/></globally></exists-path>": "it begins with <exists-path><globally>;",
    "<all-paths><next><true/></next></all-paths>": "or EF, exists-path finally, was expected",
    "<true/>": "f.xml:4: the formula is no path formula: it begins with <true>",
    exists("<exclusive-disjunction/>"): "found <exclusive-disjunction>; a state formula was expected",
    exists("<negation/>"): "<negation> holds 0 elements; 1 was expected",
    exists("<conjunction/>"): "<conjunction> holds 0 elements; at least one was expected",
    exists(f"<integer-le>{constant(1)}</integer-le>"): "<integer-le> holds 1 elements; 2 was expected",
    exists(at_most(constant("x"), tokens("p"))): "'x' is no integer constant",
    exists(at_most(constant(10**11), tokens("p"))): "a number in this comparison is too large",
    exists(at_most(constant(1), tokens("pp"))): "no place is called 'pp'; near to it: p",
    exists(at_most(constant(1), "<place>p</place>")): "found <place>; <tokens-count> or <int",
    exists("<is-fireable><place>p</place></is-fireable>"): "found <place>; a <transition> was expected",
    exists("<is-fireable><transition>v</transition></is-fireable>"): "no transition is called 'v'",
}


@pytest.mark.parametrize("formula", WRONG)
def test_what_is_wrong_is_said_with_its_line(properties, formula):
    with pytest.raises(FormatError) as caught:
        properties(formula)
    assert WRONG[formula] in str(caught.value)
    assert caught.value.line == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<net/>", "the root element is <net>; a <property-set> was expected"),
        (HEAD + "</property-set>", "the file holds no property"),
        (HEAD + "<p/></property-set>", "f.xml:3: found <p>; a <property> was expected"),
        (HEAD + "<property><id>a</id></property></property-set>", "the property has no <formula>"),
        ('<!DOCTYPE x [<!ENTITY e "">]>\n<property-set/>', "declares a document type"),
        (HEAD + "<property>", "this is not well-formed XML"),
        (HEAD + "<a>" * 500, "XML"),
    ],
)
def test_a_file_of_another_kind_is_refused(tmp_path, text, message):
    with pytest.raises(FormatError, match=message):
        written(tmp_path, text)


def test_two_properties_of_one_name_are_refused(tmp_path):
    one = f"<property><id>a</id><formula>{exists('<true/>')}</formula></property>"
    with pytest.raises(FormatError, match="two properties are called 'a'"):
        written(tmp_path, f"{HEAD}{one}{one}</property-set>")
