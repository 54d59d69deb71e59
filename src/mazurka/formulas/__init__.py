"""Formulas: goals over markings, how they are written, and their normal forms.

A goal is an `Inequality` over places (by number), or an `AllOf` or `SomeOf` of goals; it has no negation.
"""

from mazurka.formulas.goals import (
    FALSE,
    TRUE,
    AllOf,
    Goal,
    Inequality,
    SomeOf,
    Terms,
    all_of,
    at_least,
    at_most,
    inequalities,
    linear,
    negation,
    places_of,
    renumbered,
    some_of,
    terms,
)
from mazurka.formulas.net_goals import deadlock, disabled, fireable, marking
from mazurka.formulas.normal_form import Conjunction, disjuncts
from mazurka.formulas.printing import show
from mazurka.formulas.reading import Predicate, parse, parse_predicate

__all__ = [
    "FALSE",
    "TRUE",
    "AllOf",
    "Conjunction",
    "Goal",
    "Inequality",
    "Predicate",
    "SomeOf",
    "Terms",
    "all_of",
    "at_least",
    "at_most",
    "deadlock",
    "disabled",
    "disjuncts",
    "fireable",
    "inequalities",
    "linear",
    "marking",
    "negation",
    "parse",
    "parse_predicate",
    "places_of",
    "renumbered",
    "show",
    "some_of",
    "terms",
]
