"""Bytes that were a valid file: pieces cut, doubled and swapped, numbers and encodings changed."""

import re
from collections.abc import Callable, Sequence
from random import Random

NUMBERS = (
    b"0", b"-1", b"1", b"2", b"-0", b"+1", b"007", b"1.5", b"1e3", b"1e400", b"-1e400", b"NaN",
    b"Infinity", b"0x10", b"1_000", b"2147483648", b"4294967296", b"9223372036854775808",
    b"-9223372036854775809", b"999999999999999999", b"18446744073709551616", b"9" * 60, b"9" * 5000,
    "٣".encode(), "²".encode(),
)  # fmt: skip
WORDS = (
    b"", b" ", b"\n", b"\r\n", b"\t", b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf",
    "\u2028".encode(), "\u202e".encode(), "\U0001f600".encode(), b"\\", b"'", b'"', b"{", b"}", b"[",
    b"]", b"(", b")", b"<", b">", b"&", b"&lt;", b"&#0;", b"&#x110000;", b"&x;", b",", b":", b";", b"@",
    b"#", b"%", b"*", b"=", b"_x41_", b"_xD800_", b"_xFFFFFFFFFFFF_", b"null", b"true", b"\\ud800",
    b"\\u0000", b"%s%n", b"{0}",
)  # fmt: skip

_NUMBER = re.compile(rb"[0-9]+")
LARGEST = 100_000
"""Bytes; how an input grows is what a search is to see, not how long a longer one takes."""

Change = Callable[[Random, bytes], bytes]


def mutated(random: Random, data: bytes, words: Sequence[bytes] = ()) -> bytes:
    """The bytes after one change or a few."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        if words and random.randrange(3) == 0:
            data = _with_word(random, data, words)
        else:
            data = random.choice(CHANGES)(random, data)
        data = data[:LARGEST]
    return data


def _span(random: Random, data: bytes) -> tuple[int, int]:
    """A piece, often a short one."""
    begin = random.randrange(len(data) + 1)
    return begin, min(len(data), begin + random.choice((1, 1, 2, 5, 20, 200)))


def _cut(random: Random, data: bytes) -> bytes:
    i, j = _span(random, data)
    return data[:i] + data[j:]


def _doubled(random: Random, data: bytes) -> bytes:
    i, j = _span(random, data)
    return data[:j] + data[i:j] * random.choice((1, 1, 2, 3000)) + data[j:]


def _swapped(random: Random, data: bytes) -> bytes:
    i, j, k, m = sorted((*_span(random, data), *_span(random, data)))
    return data[:i] + data[k:m] + data[j:k] + data[i:j] + data[m:]


def _flipped(random: Random, data: bytes) -> bytes:
    i = random.randrange(len(data) + 1)
    return data[:i] + bytes([random.randrange(256)]) + data[i + 1 :]


def _truncated(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _with_word(random: Random, data: bytes, words: Sequence[bytes] = WORDS) -> bytes:
    i, j = _span(random, data)
    return data[:i] + random.choice(words) + data[random.choice((i, j)) :]


def _with_number(random: Random, data: bytes) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return _with_word(random, data, NUMBERS)
    begin, end = random.choice(found).span()
    return data[:begin] + random.choice(NUMBERS) + data[end:]


def _with_other_lines(random: Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    i, j = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            del lines[i]
        case 1:
            lines.insert(j, lines[i])
        case 2:
            lines[i], lines[j] = lines[j], lines[i]
        case _:
            lines[i:i] = [lines[i]] * 300
    return b"".join(lines)


def _encoded(random: Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    match random.randrange(5):
        case 0:
            return b"\xef\xbb\xbf" + data
        case 1:
            return text.encode("utf-16")
        case 2:
            return text.encode("utf-32-be")
        case 3:
            return ("é" + text).encode("latin-1", "replace")
        case _:
            return data.replace(b"\n", b"\r")


CHANGES: tuple[Change, ...] = (
    _cut, _cut, _doubled, _swapped, _flipped, _truncated, _with_word, _with_word, _with_number,
    _with_number, _with_other_lines, _encoded,
)  # fmt: skip
