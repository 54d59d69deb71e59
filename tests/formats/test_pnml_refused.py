"""Files that are not P/T nets in PNML: each is refused with file, line and cure."""

import pytest

from tests.formats.complaints import complaint, complaint_about

HEAD = '<pnml>\n<net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet">\n'
TAIL = "\n</net>\n</pnml>"
NODES = '<place id="p"/><place id="q"/><transition id="t"/><transition id="u"/>\n'


@pytest.fixture
def file(tmp_path):
    return tmp_path / "net.pnml"


def test_malformed_xml(file):
    assert "not well-formed XML" in complaint(file, "<pnml>\n<net>\n</pnml>", line=3)


def test_text_that_is_no_xml(file):
    assert "not well-formed XML" in complaint(file, "des (0, 0, 1)", line=1)


def test_another_root_element(file):
    assert "the root element is <html>; PNML begins with <pnml>" in complaint(file, "<html/>", line=1)


def test_no_net(file):
    assert "the file has no net; one <net>" in complaint(file, "<pnml/>", line=1)


def test_two_nets(file):
    assert "the file has 2 nets; one <net>" in complaint(file, "<pnml>\n<net/>\n<net/></pnml>", line=3)


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        ("http://www.pnml.org/version-2009/grammar/symmetricnet", "symmetric (coloured)"),
        ("http://www.pnml.org/version-2009/grammar/highlevelnet", "high-level (coloured)"),
        ("http://www.pnml.org/version-2009/grammar/pt-hlpng", "high-level (coloured)"),
        ("http://www.laas.fr/tina/tpn", "timed"),
        ("stochasticNet", "stochastic"),
    ],
)
def test_a_net_of_another_kind_is_refused_by_name(file, kind, named):
    message = complaint(file, f'<pnml>\n<net id="n" type="{kind}"/></pnml>', line=2)
    assert f"the net is {named}, not a P/T net" in message
    assert kind in message


def test_an_unknown_net_type(file):
    message = complaint(file, '<pnml>\n<net id="n" type="http://x/notptnet"/></pnml>', line=2)
    assert "the type of the net is unknown: 'http://x/notptnet'; P/T nets have the type" in message


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ('<place id="p"><hlinitialMarking/></place>', "place 'p' has a coloured marking"),
        ('<transition id="t"><condition/></transition>', "transition 't' has the guard of a coloured net"),
        (NODES + '<arc source="p" target="t"><hlinscription/></arc>', "the arc has a coloured inscription"),
        ('<transition id="t"><delay/></transition>', "a firing interval of a time net"),
        ('<transition id="t"><timed><value>true</value></timed></transition>', "a stochastic delay"),
        ('<transition id="t" urgent="true"/>', "transition 't' is timed"),
        ('<place id="p" invariant="&lt;= 5"/>', "place 'p' is timed"),
        ('<place id="p"><capacity><value>3</value></capacity></place>', "place 'p' has a capacity"),
        (
            '<transition id="t"><priority><value>1</value></priority></transition>'
            '<transition id="u"><priority><value>2</value></priority></transition>',
            "transition 'u' has a priority unlike that of others",
        ),
        (
            NODES + '<arc source="p" target="t" type="timed" inscription="[1,3]"/>',
            "'timed with interval [1,3]'",
        ),
        (NODES + '<arc source="p" target="t"><type value="reset"/></arc>', "of kind 'reset'"),
        (NODES + '<arc source="p" target="t" type="transport"/>', "of kind 'transport'"),
    ],
)
def test_what_gives_a_net_another_meaning_is_refused_by_name(file, body, named):
    assert named in complaint(file, HEAD + body + TAIL, line=3 + body.count("\n"))


@pytest.mark.parametrize(
    ("arc", "named"),
    [
        ('<arc id="a" source="p" target="x"/>', "dangling arc 'a': its target 'x' does not exist"),
        ('<arc id="a" source="x" target="t"/>', "dangling arc 'a': its source 'x' does not exist"),
        ('<arc id="a" source="p"/>', "dangling arc 'a': it has no target"),
        ('<arc id="a" source="p" target="q"/>', "connects two places, 'p' and 'q'"),
        ('<arc id="a" source="t" target="u"/>', "connects two transitions, 't' and 'u'"),
        ('<arc source="t" target="p" type="inhibitor"/>', "inhibitor leads from transition 't' to place 'p'"),
        ('<arc source="t" target="p" type="test"/>', "read leads from transition 't' to place 'p'"),
        ('<referencePlace id="r" ref="r"/>', "reference 'r' leads back to itself"),
        ('<referencePlace id="r" ref="x"/>', "dangling reference 'r': there is no 'x'"),
        ('<referencePlace id="r"/>', "dangling reference 'r': it has no ref"),
    ],
)
def test_an_arc_or_reference_that_leads_nowhere(file, arc, named):
    assert named in complaint(file, HEAD + NODES + arc + TAIL, line=4)


@pytest.mark.parametrize(
    "second",
    [
        '<place id="p"/>',
        '<transition id="p"/>',
        '<page id="p"/>',
        '<arc id="p" source="p" target="t"/>',
        '<referencePlace id="p" ref="q"/>',
    ],
)
def test_a_duplicate_id(file, second):
    message = complaint(file, HEAD + NODES + second + TAIL, line=4)
    assert "duplicate id 'p', first used in line 3; rename one of the two" in message


def test_two_identifiers_that_stand_for_the_same_name(file):
    mark = '<toolspecific tool="mazurka" version="1"><escaped/></toolspecific>'
    body = f'<place id="p"/>\n<place id="_x70_">{mark}</place>'
    assert "a second node is called 'p'" in complaint(file, HEAD + body + TAIL, line=4)


def test_an_escape_that_is_no_character(file):
    mark = '<toolspecific tool="mazurka" version="1"><escaped/></toolspecific>'
    body = f'<place id="_xFFFFFFFF_">{mark}</place>'
    assert "a code that is no character" in complaint(file, HEAD + body + TAIL, line=3)


def test_a_node_without_id(file):
    assert "a <place> has no id; give it one" in complaint(file, f"{HEAD}<place/>{TAIL}", line=3)


@pytest.mark.parametrize("weight", ["-1", "0", "1.5", "x", "١", "1 2", ",2", "9" * 19, "9" * 5000, "1,2,b,3"])
def test_a_weight_that_is_not_a_positive_integer(file, weight):
    arc = f'<arc source="p" target="t">\n<inscription><text>{weight}</text></inscription></arc>'
    message = complaint(file, HEAD + NODES + arc + TAIL, line=4)
    assert "the weight of the arc from 'p' to 't' " in message
    assert len(message) < 400


@pytest.mark.parametrize("marking", ["-1", "1.5", "x", "a,1,b,2"])
def test_a_marking_that_is_not_a_natural_number(file, marking):
    place = f'<place id="p"><initialMarking><text>{marking}</text></initialMarking></place>'
    assert "the initial marking of place 'p' " in complaint(file, HEAD + place + TAIL, line=3)


LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">\n' for i in range(1, 12))


@pytest.mark.parametrize(
    "text",
    [
        f'<?xml version="1.0"?>\n<!DOCTYPE pnml [\n<!ENTITY l0 "ha">\n{LAUGHS}]>\n<pnml>&l11;</pnml>',
        f'<!-- <a> -->\n<!DOCTYPE pnml [\n<!ENTITY l0 "ha">\n{LAUGHS}]>\n<pnml x="&l11;"/>',
        '<?x?>\n<!DOCTYPE pnml [<!ENTITY secret SYSTEM "file:///etc/passwd">]>\n<pnml>&secret;</pnml>',
        '<?x?>\n<!DOCTYPE pnml SYSTEM "http://127.0.0.1:9/pnml.dtd">\n<pnml/>',
        '<?x?>\n<!DOCTYPE pnml [<!ENTITY % all SYSTEM "http://127.0.0.1:9/x"> %all;]>\n<pnml/>',
    ],
    ids=["billion laughs", "laughs in an attribute", "external entity", "external DTD", "parameter entity"],
)
def test_a_document_type_is_refused_before_anything_in_it_is_expanded(file, text, monkeypatch):
    monkeypatch.setattr("lxml.etree.fromstring", lambda *_: pytest.fail("the file was parsed"))
    assert "declares a document type (DOCTYPE)" in complaint(file, text, line=2)


@pytest.mark.parametrize("encoding", ["utf-16", "windows-1252", "gbk"])
def test_a_document_type_is_refused_in_any_encoding(file, encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE pnml [<!ENTITY l "ha">]><pnml>&l;</pnml>'
    file.write_bytes(text.encode(encoding))
    with_line = None if encoding == "gbk" else 1
    assert "declares a document type (DOCTYPE)" in complaint_about(file, line=with_line)


def test_elements_nested_beyond_the_limit_of_the_parser(file):
    text = '<pnml><net id="n">' + "<page>" * 10_000 + "</page>" * 10_000 + "</net></pnml>"
    assert "not well-formed XML: Excessive depth" in complaint(file, text, line=1)
