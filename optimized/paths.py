"""How many maximal paths a recorded graph has: an exact number, however large.

The number is counted modulo so many coprime numbers that their product exceeds it (the Chinese remainder
theorem).  So a kernel counts in words, and needs sixteen bytes a node whatever the number.
"""

from collections.abc import Iterator
from itertools import count
from math import ceil, gcd, prod

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.jit import U0, jit
from mazurka.optimized.store import NONE

LARGEST = 1 << 62
"""Moduli are at most this, so that the sum of two residues fits a word."""


def number_of_paths(
    start: NDArray[np.int64], degree: NDArray[np.uint32], target: NDArray[np.uint32]
) -> int | None:
    """The number of paths from node 0 to a node without edges; None when the graph has a cycle.

    Node n has the edges target[start[n]] … target[start[n] + degree[n] − 1]; refused ones count for nothing.
    """
    nodes = len(start)
    order = np.empty(nodes, dtype=np.uint32)
    waiting = np.zeros(nodes, dtype=np.uint32)
    if sort_nodes(start, degree, target, order, waiting) < nodes:
        return None
    residues = np.empty(nodes, dtype=np.uint64)
    logarithms = residues.view(np.float64)
    add_logarithms(start, degree, target, order, logarithms)
    bits = ceil(float(logarithms[0])) + 2  # more than any rounding could hide
    moduli: list[int] = []
    found: list[int] = []
    for modulus in coprime_numbers():
        count_modulo(start, degree, target, order, residues, np.uint64(modulus))
        moduli.append(modulus)
        found.append(int(residues[0]))
        if prod(moduli) >> bits:
            return from_residues(found, moduli)
    raise AssertionError("there are always more coprime numbers")


def coprime_numbers() -> Iterator[int]:
    """Numbers coprime to each other, from the largest modulus downwards."""
    product = 1
    for k in count():
        if gcd(LARGEST - k, product) == 1:
            yield LARGEST - k
            product *= LARGEST - k


def from_residues(residues: list[int], moduli: list[int]) -> int:
    """The least number with these residues modulo coprime numbers."""
    number, product = 0, 1
    for r, m in zip(residues, moduli, strict=True):
        number += (r - number) * pow(product, -1, m) % m * product
        product *= m
    return number


@jit
def sort_nodes(start, degree, target, order, waiting):
    """Write nodes after all their predecessors; how many there are, fewer than all if there is a cycle."""
    for n in range(start.size):
        for k in range(start[n], start[n] + degree[n]):
            if target[k] != NONE:
                waiting[target[k]] += np.uint32(1)
    sorted_nodes = 0
    for n in range(start.size):
        if waiting[n] == 0:
            order[sorted_nodes] = n
            sorted_nodes += 1
    i = 0
    while i < sorted_nodes:
        n = order[i]
        i += 1
        for k in range(start[n], start[n] + degree[n]):
            m = target[k]
            if m != NONE:
                waiting[m] -= np.uint32(1)
                if waiting[m] == 0:
                    order[sorted_nodes] = m
                    sorted_nodes += 1
    return sorted_nodes


@jit
def count_modulo(start, degree, target, order, paths, modulus):
    """The number of maximal paths from each node, modulo a number."""
    for i in range(order.size - 1, -1, -1):
        n = order[i]
        total, ends = U0, True
        for k in range(start[n], start[n] + degree[n]):
            if target[k] != NONE:
                ends = False
                total += paths[target[k]]
                if total >= modulus:
                    total -= modulus
        paths[n] = np.uint64(1) if ends else total


@jit
def add_logarithms(start, degree, target, order, logarithms):
    """The logarithm to base 2 of the number of maximal paths from each node."""
    for i in range(order.size - 1, -1, -1):
        n = order[i]
        most = -1.0
        for k in range(start[n], start[n] + degree[n]):
            if target[k] != NONE and logarithms[target[k]] > most:
                most = logarithms[target[k]]
        total = 0.0
        for k in range(start[n], start[n] + degree[n]):
            if target[k] != NONE:
                total += 2.0 ** (logarithms[target[k]] - most)
        logarithms[n] = most + np.log2(total) if most >= 0.0 else 0.0
