"""What all tests share: Hypothesis without deadlines, and with the same examples in every run.

Times depend on the machine and on what numba has compiled already; a failure must be seen by
everyone or by no one.  The campaign in `fuzz/` is where examples are random.
"""

from hypothesis import settings

settings.register_profile("tests", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tests")
