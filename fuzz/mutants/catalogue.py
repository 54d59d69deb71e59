"""The errors, by the part that they are in."""

from mazurka.fuzz.mutants.criteria import CRITERIA
from mazurka.fuzz.mutants.encodings import ENCODINGS
from mazurka.fuzz.mutants.goal_kernels import GOAL_KERNELS
from mazurka.fuzz.mutants.kernels import KERNELS
from mazurka.fuzz.mutants.probe_sets import PROBE_SETS
from mazurka.fuzz.mutants.provisos import PROVISOS
from mazurka.fuzz.mutants.queries import QUERIES
from mazurka.fuzz.mutants.reducers import REDUCERS
from mazurka.fuzz.mutants.smaller_nets import SMALLER_NETS
from mazurka.fuzz.mutants.stubborn import STUBBORN
from mazurka.fuzz.mutants.unreachable import UNREACHABLES

MUTANTS = (
    *CRITERIA,
    *REDUCERS,
    *STUBBORN,
    *PROVISOS,
    *PROBE_SETS,
    *KERNELS,
    *ENCODINGS,
    *QUERIES,
    *GOAL_KERNELS,
    *UNREACHABLES,
    *SMALLER_NETS,
)
"""All of them."""
