"""Is a marking of a goal reachable in a net: a run to it, a proof that there is none, or no answer.

Several methods take turns; each stops with the first answer, and the answer says whose it is.
"""

from mazurka.query.answer import Answer
from mazurka.query.portfolio import ENGINES, answer

__all__ = ["ENGINES", "Answer", "answer"]
