"""Words of actions, each with a number: a word is the number of what comes before its last letter, and that.

Words that begin alike share their beginnings, and a word costs one row of a store or a little more.
The empty word has number 0; the word in row i of the store has number i + 1.

    normal form: [KR] section 2.1, the lexicographic one.
"""

import numpy as np

from mazurka.optimized.jit import holds, inlined, jit
from mazurka.optimized.store import intern

S32 = np.uint64(32)
LOW32 = np.uint64(0xFFFFFFFF)
EMPTY = np.int64(0)
"""The number of the empty word."""


@inlined
def pair(x, y, key):
    """Write two numbers of 32 bits as one row."""
    key[0] = np.uint64(x) << S32 | np.uint64(y)


@jit
def number_of_word(words, letters, n, key):
    """The number of a word of n letters.  There is room for n more rows."""
    number = np.int64(0)
    for i in range(n):
        pair(number, letters[i], key)
        number = intern(words, key) + 1
    return number


@jit
def spell(words, number, letters):
    """Write the letters of a word; how many there are, or −1 where there is no room for one more letter."""
    n = np.int64(0)
    while number != 0:
        if n + 1 >= letters.size:
            return np.int64(-1)
        row = words.rows[number - 1, 0]
        letters[n] = row & LOW32
        number = np.int64(row >> S32)
        n += 1
    for i in range(n // 2):
        letters[i], letters[n - 1 - i] = letters[n - 1 - i], letters[i]
    return n


@inlined
def insert_letter(depends, form, n, a):
    """Make the normal form of w, of n letters, that of w·a.

    The letter goes as far to the front as it can pass, but to before a larger one only.
    """
    place = i = n
    while i > 0 and not holds(depends[form[i - 1]], a):
        i -= 1
        if form[i] > a:
            place = i
    for k in range(n, place, -1):
        form[k] = form[k - 1]
    form[place] = a


@jit
def normal_form(depends, letters, n, form):
    """Write the normal form of a word of n letters."""
    for i in range(n):
        insert_letter(depends, form, i, np.int64(letters[i]))
