"""Families by name, and what happens to parameters that are wrong."""

import doctest

import pytest

import mazurka.models
from mazurka.errors import ModelError, OptionError, UnknownNameError
from mazurka.models import build, families


def smallest(family):
    """The instance with the smallest value of n and the defaults otherwise."""
    return build(family.name, {"n": family.parameters[0].minimum})


def test_the_parameter_for_size_is_called_n_and_must_be_given_or_has_a_default():
    for family in families().values():
        assert family.parameters[0].name == "n", family.name
        for p in family.parameters:
            assert p.minimum <= p.maximum
            assert p.default is None or p.minimum <= p.default <= p.maximum


def test_families_are_listed_by_name_in_order():
    assert list(families()) == sorted(families())
    assert all(name == family.name for name, family in families().items())
    assert all(f.source and f.summary and "\n" not in f.summary for f in families().values())


@pytest.mark.parametrize("name", list(families()))
def test_the_formalism_that_is_announced_is_that_of_the_instance(name):
    family = families()[name]
    assert smallest(family).formalism == family.formalism


@pytest.mark.parametrize("name", list(families()))
def test_instances_of_different_sizes_have_different_names(name):
    n = families()[name].parameters[0].minimum
    names = {build(name, {"n": k}).name for k in (n, n + 1, n + 2)}
    assert len(names) == 3


def test_numbers_may_be_typed_or_given_as_integers():
    assert build("philosophers", {"n": "5"}) == build("philosophers", {"n": 5})


def test_an_unknown_family_is_an_error_that_names_those_near_to_it():
    with pytest.raises(UnknownNameError, match="is called 'philosofers'; near to it: philosophers, "):
        build("philosofers", {"n": 3})
    with pytest.raises(UnknownNameError, match=r"is called '12345'; there are: bakery, .*, …$"):
        build("12345", {"n": 3})


def test_an_unknown_parameter_is_an_error_that_lists_the_parameters():
    with pytest.raises(UnknownNameError, match="parameter of family 'dp' is called 'm'; there are: n, meals"):
        build("dp", {"n": 3, "m": 2})


@pytest.mark.parametrize("given", ["", "three", "2.0", "1e3", "0x10", "1", "-4", "9" * 5000, 10**30, True])
def test_a_value_that_is_no_integer_in_range_is_refused_with_the_range(given):
    with pytest.raises(OptionError, match=r"family 'dp'.*an integer from 2 to 10000") as refused:
        build("dp", {"n": given})
    assert len(str(refused.value)) < 200


def test_a_parameter_without_default_that_is_missing_is_asked_for():
    with pytest.raises(OptionError, match=r"needs its parameter 'n' .*; give n=VALUE, an integer from 2"):
        build("philosophers", {})


def test_more_locks_to_take_than_there_are_is_refused():
    with pytest.raises(OptionError, match=r"k is 4 and locks is 3.*smaller k or more locks"):
        build("multi-locks", {"n": 2, "k": 4, "locks": 3})


def test_no_family_breaks_a_rule_of_its_formalism_for_the_smallest_sizes():
    for family in families().values():
        p = family.parameters[0]
        for n in range(p.minimum, p.minimum + 4):
            try:
                build(family.name, {"n": n})
            except ModelError as broken:
                pytest.fail(f"{family.name} {n}: {broken}")


def test_the_examples_in_the_documentation_are_right():
    assert doctest.testmod(mazurka.models).attempted == 3
    assert doctest.testmod(mazurka.models).failed == 0
