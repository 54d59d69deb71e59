"""The errors, by the part that they are in."""

from mazurka.fuzz.mutants.reducers import REDUCERS

MUTANTS = (*REDUCERS,)
"""All of them."""
