"""Client/server and entity systems in JSON."""

import json
from importlib import resources

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from mazurka.errors import ModelError
from mazurka.formats import read_model, write_model
from mazurka.systems import ClientServerSystem, EntityAction, EntitySystem, Process
from tests.formats.awkward import client_server_systems, entity_systems
from tests.formats.complaints import complaint

LOCKS = """
{"format": "client-server", "version": 1, "name": "locks-2",
 "clients": [{"name": "c1", "initial": "0", "transitions": [["0", "c1.take", "1"], ["1", "c1.drop", "2"]]}],
 "servers": [{"name": "lock", "initial": "free",
              "transitions": [["free", "c1.take", "held"], ["held", "c1.drop", "free"]]}],
 "action_order": ["c1.drop", "c1.take"]}
"""
ENTITIES = """
{"format": "entity", "version": 1, "name": "fig1", "initial": ["e"],
 "actions": {"a": {"reads": [], "forbids": [], "deletes": ["e"], "creates": ["f"]}}}
"""


def test_a_client_server_system_is_read(tmp_path):
    (tmp_path / "locks.cs.json").write_text(LOCKS)
    assert read_model(tmp_path / "locks.cs.json") == ClientServerSystem(
        "locks-2",
        (Process("c1", "0", (("0", "c1.take", "1"), ("1", "c1.drop", "2"))),),
        (Process("lock", "free", (("free", "c1.take", "held"), ("held", "c1.drop", "free"))),),
        ("c1.drop", "c1.take"),
    )


def test_an_entity_system_is_read_and_sets_may_be_left_out(tmp_path):
    file = tmp_path / "fig1.es.json"
    action = EntityAction("a", deletes=frozenset({"e"}), creates=frozenset({"f"}))
    for text in (ENTITIES, ENTITIES.replace('"reads": [], "forbids": [], ', "")):
        file.write_text(text)
        assert read_model(file) == EntitySystem("fig1", frozenset({"e"}), (action,))


@given(system=client_server_systems())
def test_a_client_server_system_comes_back(tmp_path_factory, system):
    file = tmp_path_factory.mktemp("json") / "model.cs.json"
    write_model(system, file)
    assert read_model(file) == system


@given(system=entity_systems())
def test_an_entity_system_comes_back(tmp_path_factory, system):
    file = tmp_path_factory.mktemp("json") / "model.es.json"
    write_model(system, file)
    assert read_model(file) == system


def test_a_written_model_has_a_line_for_each_transition(tmp_path):
    file = tmp_path / "locks.cs.json"
    file.write_text(LOCKS)
    write_model(read_model(file), file)
    assert file.read_text().splitlines() == [
        "{",
        ' "format": "client-server",',
        ' "version": 1,',
        ' "name": "locks-2",',
        ' "clients": [',
        "  {",
        '   "name": "c1",',
        '   "initial": "0",',
        '   "transitions": [',
        '    ["0", "c1.take", "1"],',
        '    ["1", "c1.drop", "2"]',
        "   ]",
        "  }",
        " ],",
        ' "servers": [',
        "  {",
        '   "name": "lock",',
        '   "initial": "free",',
        '   "transitions": [',
        '    ["free", "c1.take", "held"],',
        '    ["held", "c1.drop", "free"]',
        "   ]",
        "  }",
        " ],",
        ' "action_order": ["c1.drop", "c1.take"]',
        "}",
    ]


@pytest.mark.parametrize("name", ["client_server", "entity"])
def test_the_shipped_schemas_are_schemas(name):
    text = resources.files("mazurka.formats").joinpath(f"{name}.schema.json").read_text("utf-8")
    Draft202012Validator.check_schema(json.loads(text))


@pytest.fixture
def cs(tmp_path):
    return tmp_path / "model.cs.json"


@pytest.fixture
def es(tmp_path):
    return tmp_path / "model.es.json"


def locks(**changes):
    return json.dumps({**json.loads(LOCKS), **changes})


def process(name, *transitions):
    return {"name": name, "initial": "0", "transitions": [list(t) for t in transitions]}


def test_malformed_json_has_its_line(cs):
    assert "this is not JSON: Expecting ',' delimiter" in complaint(
        cs, '{"format":\n"client-server"\n"x"}', line=3
    )


def test_json_nested_too_deeply(cs):
    assert "nested too deeply" in complaint(cs, "[" * 200_000 + "]" * 200_000)
    assert "nested too deeply" in complaint(cs, '{"a":' * 200_000 + "1" + "}" * 200_000)


def test_a_duplicate_key_is_not_dropped_silently(es):
    text = ENTITIES.replace('{"a"', '{"a": {},\n"a"')
    assert "an object has the key 'a' twice; keep one" in complaint(es, text, line=4)


def test_half_of_a_surrogate_pair(es):
    assert "half of a surrogate pair" in complaint(es, ENTITIES.replace("fig1", "\\ud800"))


def test_both_halves_of_a_surrogate_pair_are_a_character(es):
    es.write_text(ENTITIES.replace("fig1", "\\ud83d\\ude00"))
    assert read_model(es).name == "\U0001f600"


def test_a_number_of_thousands_of_digits(es):
    assert "no such numbers" in complaint(es, ENTITIES.replace("1", "1" * 5000, 1))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "entity"}, 'format: "entity" was found; expected the text "client-server"'),
        ({"version": 2}, "version: 2 was found; expected the number 1"),
        ({"version": True}, "version: true was found; expected the number 1"),
        ({"name": ""}, "name: '' should be non-empty; expected a text of one character or more"),
        ({"clients": {}}, "clients: {} is not of type 'array'; expected a list of processes"),
        ({"agents": []}, "Additional properties are not allowed ('agents' was unexpected)"),
        (
            {"clients": [process("c", ("0", "a", 1))]},
            "clients[0].transitions[0][2]: 1 is not of type 'string'",
        ),
        (
            {"servers": [process("s"), process("t", ("0", "a", "1"), ("0", "b"))]},
            "servers[1].transitions[1]: ['0', 'b'] is too short; expected [local state, action, local state]",
        ),
        ({"servers": [{"name": "s", "initial": "0"}]}, "servers[0]: 'transitions' is a required property"),
    ],
)
def test_a_document_that_breaks_the_schema_is_told_where(cs, changes, said):
    assert said in complaint(cs, locks(**changes))


def test_a_complaint_about_a_large_value_is_short(cs):
    assert len(complaint(cs, locks(clients={str(i): i for i in range(10_000)}))) < 400


@pytest.mark.parametrize("missing", ["format", "version", "name", "clients", "servers"])
def test_a_document_that_lacks_a_member(cs, missing):
    document = json.loads(LOCKS)
    del document[missing]
    assert f"'{missing}' is a required property; expected an object with" in complaint(
        cs, json.dumps(document)
    )


def test_an_entity_listed_twice(es):
    assert "initial: ['e', 'e'] has non-unique elements" in complaint(
        es, ENTITIES.replace('["e"]', '["e", "e"]', 1)
    )


def test_a_client_with_a_cycle(cs):
    step = ("0", "a", "0")
    message = complaint(
        cs, locks(clients=[process("c", step)], servers=[process("s", step)], action_order=["a"])
    )
    assert (
        "client 'c': it has a cycle through local states 0; clients are acyclic: unfold the loop" in message
    )


def test_a_client_with_a_cycle_is_read_and_written_where_that_is_declared(tmp_path):
    step = Process("c", "0", (("0", "a", "0"),)), Process("s", "0", (("0", "a", "0"),))
    system = ClientServerSystem("loop", step[:1], step[1:], cyclic_clients=True)
    file = tmp_path / "loop.cs.json"
    write_model(system, file)
    assert read_model(file) == system
    with pytest.raises(ModelError, match=r"client 'c': it has a cycle, .*; write \.cs\.json"):
        write_model(system, tmp_path / "loop.tck")


def test_an_action_of_two_servers(cs):
    step = ("0", "a", "1")
    message = complaint(
        cs, locks(clients=[process("c", step)], servers=[process("s", step), process("t", step)])
    )
    assert "action 'a': it belongs to two servers, 's' and 't'; an action belongs to one client" in message


def test_an_action_without_server(cs):
    message = complaint(cs, locks(clients=[process("c", ("0", "a", "1"))], servers=[]))
    assert "action 'a': it belongs to no server; an action belongs to one client and one server" in message


def test_an_action_order_that_forgets_an_action(cs):
    assert "action_order: it does not list every action exactly once: c1.drop" in complaint(
        cs, locks(action_order=["c1.take"])
    )


def test_an_action_whose_sets_meet(es):
    message = complaint(es, ENTITIES.replace('"reads": []', '"reads": ["f"]'))
    assert "action 'a': entity 'f' is in both 'reads' and 'creates'; the four sets" in message
