"""How kernels are compiled, and the few words of bit arithmetic that they share.

Unsigned 64-bit integers never meet a Python literal in a kernel: under the compiler the result would be
signed, in the interpreter unsigned.  `_nrt=False` turns reference counting off, which makes helpers that
take arrays several times faster; kernels then cannot allocate.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

U0, U1 = np.uint64(0), np.uint64(1)

_M1 = np.uint64(0x5555555555555555)
_M2 = np.uint64(0x3333333333333333)
_M4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_H = np.uint64(0x0101010101010101)
_S1, _S2, _S4, _S6, _S56 = (np.uint64(k) for k in (1, 2, 4, 6, 56))
_LOW6 = np.uint64(63)


OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""How every kernel is compiled."""


def jit(kernel: F) -> F:
    """Compile a kernel: cached on disk, without the interpreter lock, without reference counting."""
    compiled: F = njit(**OPTIONS, cache=True)(kernel)
    return compiled


def inlined(kernel: F) -> F:
    """Compile a small helper into each of its callers."""
    compiled: F = njit(**OPTIONS, cache=True, forceinline=True)(kernel)
    return compiled


@inlined
def ones(x):
    """The number of one bits of a word."""
    x = x - ((x >> _S1) & _M1)
    x = (x & _M2) + ((x >> _S2) & _M2)
    x = (x + (x >> _S4)) & _M4
    return np.int64((x * _H) >> _S56)


@inlined
def lowest(x):
    """The number of the lowest one bit of a word that is not zero."""
    return ones((x & (~x + U1)) - U1)


@inlined
def holds(bits, i):
    """Whether number i is in a bit set."""
    i = np.uint64(i)
    return (bits[i >> _S6] >> (i & _LOW6)) & U1 != U0


@inlined
def put(bits, i):
    """Add number i to a bit set."""
    i = np.uint64(i)
    bits[i >> _S6] |= U1 << (i & _LOW6)


@inlined
def take(bits, i):
    """Remove number i from a bit set."""
    i = np.uint64(i)
    bits[i >> _S6] &= ~(U1 << (i & _LOW6))


@inlined
def clear(bits):
    """Empty a bit set."""
    for k in range(bits.size):
        bits[k] = U0


@inlined
def within(x, y):
    """Whether bit set x is a subset of y."""
    for k in range(x.size):
        if x[k] & ~y[k] != U0:
            return False
    return True
