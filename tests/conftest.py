"""What all tests share: Hypothesis without deadlines, with the same examples in every run; and Ctrl-C.

Times depend on the machine and on what numba has compiled already; a failure must be seen by
everyone or by no one.  The campaign in `fuzz/` is where examples are random.

A program that was started in the background ignores SIGINT, and so do those that it starts.  Tests of
Ctrl-C need a Python that hears it.
"""

import signal

from hypothesis import settings

signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("tests", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tests")
