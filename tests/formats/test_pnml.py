"""Nets in PNML: what is read, and that what is written is read back."""

import pytest
from hypothesis import given
from lxml import etree

from mazurka.errors import FormatError
from mazurka.formats import read_model, write_model
from mazurka.formats.pnml_writer import to_pnml
from mazurka.systems import PetriNet, Transition
from tests.formats.awkward import nets

PTNET = "http://www.pnml.org/version-2009/grammar/ptnet"


def document(
    inside, net=f'id="n" type="{PTNET}"', pnml='xmlns="http://www.pnml.org/version-2009/grammar/pnml"'
):
    return f"<pnml {pnml}><net {net}>{inside}</net></pnml>"


@pytest.fixture
def read(tmp_path):
    def from_text(text):
        file = tmp_path / "net.pnml"
        file.write_text(text, encoding="utf-8")
        return read_model(file)

    return from_text


STEP = """
<page id="g">
  <place id="p"><initialMarking><text> 2 </text></initialMarking></place>
  <place id="q"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>
  <arc id="b" source="t" target="q"><inscription><text>3</text></inscription></arc>
</page>"""


def test_places_transitions_weights_and_marking_are_read(read):
    assert read(document(STEP)) == PetriNet(
        "n", ("p", "q"), (Transition("t", consumes={0: 1}, produces={1: 3}),), (2, 0)
    )


def test_the_same_net_is_read_with_any_namespace_or_none(read):
    expected = read(document(STEP))
    assert read(document(STEP, pnml="")) == expected
    assert read(document(STEP, pnml='xmlns="http://www.informatik.hu-berlin.de/top/pnml/ptNetb"')) == expected
    prefixed = (
        document(STEP, pnml='xmlns:x="http://x"')
        .replace("<place", "<x:place")
        .replace("</place", "</x:place")
    )
    assert read(prefixed) == expected


@pytest.mark.parametrize(
    "kind",
    [
        f'type="{PTNET}"',
        'type="http://www.pnml.org/version-2009/grammar/pnmlcoremodel"',
        'type="http://www.informatik.hu-berlin.de/top/pntd/ptNetb"',
        'type="P/T net"',
        "",
    ],
)
def test_these_types_and_none_are_those_of_p_t_nets(read, kind):
    assert len(read(document(STEP, net=f'id="n" {kind}')).places) == 2


def test_pages_are_flattened_and_references_resolved_through_chains(read):
    net = read(
        document("""
        <page id="outer">
          <place id="p"/>
          <page id="inner"><transition id="t"/><referencePlace id="r" ref="p"/></page>
          <page id="other">
            <referencePlace id="rr" ref="r"/><referenceTransition id="rt" ref="t"/>
            <arc id="a" source="rr" target="rt"/>
          </page>
        </page>""")
    )
    assert net == PetriNet("n", ("p",), (Transition("t", consumes={0: 1}),), (0,))


def test_a_node_may_come_after_the_arc_that_meets_it(read):
    net = read(document('<arc id="a" source="p" target="t"/><transition id="t"/><place id="p"/>'))
    assert net.transitions == (Transition("t", consumes={0: 1}),)


def test_names_that_differ_from_the_identifier_are_labels(read):
    net = read(
        document("""
        <name><text>A net</text></name>
        <place id="p"><name><graphics/><text> waiting </text></name></place>
        <transition id="t"><name><text>t</text></name></transition>""")
    )
    assert (net.name, net.places, net.actions) == ("A net", ("p",), ("t",))
    assert net.labels == {"p": "waiting"}


@pytest.mark.parametrize("weights", [(2, 3), (3, 2)])
def test_several_arcs_between_the_same_nodes_act_together(read, weights):
    """Weights add; the read arc that asks for most counts, and the inhibitor arc that allows least."""
    arc = '<arc source="p" target="t"><inscription><text>{}</text></inscription>{}</arc>'
    kinds = ["", '<type value="test"/>', '<type value="inhibitor"/>']
    arcs = "".join(arc.format(weight, kind) for kind in kinds for weight in weights)
    assert read(document('<place id="p"/><transition id="t"/>' + arcs)).transitions == (
        Transition("t", consumes={0: 5}, reads={0: 3}, inhibitors={0: 2}),
    )


@pytest.mark.parametrize(
    ("arc", "kind"),
    [
        ('<arc source="p" target="t"><type value="inhibitor"/></arc>', "inhibitors"),
        ('<arc source="p" target="t" type="inhibitor"/>', "inhibitors"),
        ('<arc source="p" target="t" type="tapnInhibitor" inscription="[0,inf)"/>', "inhibitors"),
        ('<arc source="p" target="t"><arctype><text>inhibitor</text></arctype></arc>', "inhibitors"),
        ('<arc source="p" target="t"><type value="test"/></arc>', "reads"),
        ('<arc source="p" target="t" type="test"/>', "reads"),
        ('<arc source="p" target="t"><type value="read"/></arc>', "reads"),
        ('<arc source="p" target="t" type="read"/>', "reads"),
        ('<arc source="p" target="t"><type value="normal"/></arc>', "consumes"),
        ('<arc source="p" target="t" type="timed" inscription="[0,inf)"/>', "consumes"),
    ],
)
def test_the_kind_of_an_arc_is_read_as_tools_write_it(read, arc, kind):
    (t,) = read(document('<place id="p"/><transition id="t"/>' + arc)).transitions
    assert t == Transition("t", **{kind: {0: 1}})


@pytest.mark.parametrize(
    ("attributes", "inscription"),
    [
        ('weight="2"', ""),
        ("", "<inscription><text>2</text></inscription>"),
        ("", "<inscription><value>2</value></inscription>"),
        ("", "<inscription><value>Default,2</value></inscription>"),
        ("", "<inscription>2</inscription>"),
        ("", "<inscription><graphics/><text> 2\n</text></inscription>"),
        ("", "<inscription><text><!-- two -->2</text></inscription>"),
    ],
)
def test_a_weight_is_read_as_tools_write_it(read, attributes, inscription):
    arc = f'<arc source="p" target="t" {attributes}>{inscription}</arc>'
    (t,) = read(document('<place id="p"/><transition id="t"/>' + arc)).transitions
    assert t.consumes == {0: 2}


@pytest.mark.parametrize(
    ("place", "tokens"),
    [
        ('<place id="p"/>', 0),
        ('<place id="p"><initialMarking/></place>', 0),
        ('<place id="p"><initialMarking><text/></initialMarking></place>', 0),
        ('<place id="p" initialMarking="4" invariant="&lt; inf"/>', 4),
        ('<place id="p"><initialMarking><value>Default,4</value></initialMarking></place>', 4),
        ('<place id="p"><capacity><value>0</value></capacity></place>', 0),
    ],
)
def test_a_marking_is_read_as_tools_write_it(read, place, tokens):
    assert read(document(place)).initial == (tokens,)


def test_what_other_tools_keep_in_a_file_is_passed_over(read):
    text = STEP.replace("<transition", '<toolspecific tool="x"><place id="p"/></toolspecific><transition')
    assert read(document(text)) == read(document(STEP))


@given(net=nets())
def test_a_net_comes_back_whatever_its_nodes_are_called(tmp_path_factory, net):
    file = tmp_path_factory.mktemp("pnml") / "net.pnml"
    write_model(net, file)
    assert read_model(file) == net


def test_labels_come_back(tmp_path):
    net = PetriNet("A net <&>", ("p", "0"), (), (0, 0), {"p": "waiting", "0": "zero"})
    write_model(net, tmp_path / "net.pnml")
    assert read_model(tmp_path / "net.pnml") == net


def test_a_net_with_plain_arcs_is_written_in_the_grammar_of_the_standard():
    text = to_pnml(PetriNet("n", ("p", "q"), (Transition("t", {0: 1}, {1: 2}),), (1, 0)))
    root = etree.fromstring(text.encode())
    found = [(etree.QName(x).localname, dict(x.attrib)) for x in root.iter()]
    assert etree.QName(root).namespace == "http://www.pnml.org/version-2009/grammar/pnml"
    assert found == [
        ("pnml", {}),
        ("net", {"id": "n", "type": PTNET}),
        ("name", {}),
        ("text", {}),
        ("page", {"id": "page"}),
        ("place", {"id": "p"}),
        ("initialMarking", {}),
        ("text", {}),
        ("place", {"id": "q"}),
        ("transition", {"id": "t"}),
        ("arc", {"id": "arc1", "source": "p", "target": "t"}),
        ("arc", {"id": "arc2", "source": "t", "target": "q"}),
        ("inscription", {}),
        ("text", {}),
    ]


def test_identifiers_of_pages_and_arcs_keep_clear_of_those_of_nodes(tmp_path):
    net = PetriNet("n", ("page", "arc1"), (Transition("arc2", {0: 1}),), (0, 0))
    write_model(net, tmp_path / "net.pnml")
    assert read_model(tmp_path / "net.pnml") == net


def test_an_escaped_identifier_keeps_its_name_for_other_tools():
    text = to_pnml(PetriNet("n", ("a b",), (), (0,)))
    assert 'id="a_x20_b"' in text
    assert "<text>a b</text>" in text


def test_a_name_that_looks_escaped_is_not_unescaped_in_a_file_of_another_tool(read):
    noise = '<toolspecific tool="other" version="1"><escaped/></toolspecific>'
    assert read(document('<place id="P_x1_y"/>')).places == ("P_x1_y",)
    assert read(document(f'<place id="P_x1_y">{noise}</place>')).places == ("P_x1_y",)


def test_a_label_that_xml_cannot_hold_is_refused(tmp_path):
    file = tmp_path / "net.pnml"
    with pytest.raises(FormatError, match="a character that XML cannot hold; rename it") as caught:
        write_model(PetriNet("n", ("p",), (), (0,), {"p": "\x00"}), file)
    assert str(caught.value).startswith(f"{file}: ")
