"""JSON documents that are checked against a JSON Schema (draft 2020-12) shipped beside the code.

Stricter than JSON: an object with the same key twice is refused, since one of the two would be lost.
"""

import json
import re
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazurka.errors import FormatError
from mazurka.formats import files

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


def read_document(path: Path | str, schema: str) -> Any:
    """The document of a file, valid by the schema of that name; FormatError otherwise."""
    text = files.read_text(path)
    try:
        document = _parse(str(path), text)
        for error in _validator(schema).iter_errors(document):
            # The first error is the one to mend first, and there may be thousands.
            raise _invalid(str(path), error)
    except RecursionError:
        raise FormatError(
            str(path), "the JSON is nested too deeply", cure="models nest five levels deep"
        ) from None
    return document


def _parse(path: str, text: str) -> Any:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
            raise FormatError(
                path,
                f"an object has the key {twice!r} twice",
                line=_line_of_second(text, twice),
                cure="keep one of the two",
            )
        return found

    try:
        document = json.loads(text, object_pairs_hook=unique)
        if _SURROGATE_ESCAPE.search(text):
            json.dumps(document, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        raise FormatError(
            path, f"this is not JSON: {error.msg}", line=error.lineno, cure="correct the JSON"
        ) from None
    except UnicodeEncodeError:
        raise FormatError(
            path, "a text contains half of a surrogate pair", cure="write the character itself, in UTF-8"
        ) from None
    except ValueError as error:  # an integer of thousands of digits
        raise FormatError(path, str(error), cure="models have no such numbers") from None
    return document


def _line_of_second(text: str, key: str) -> int | None:
    """The line where the key occurs for the second time, where that is certain: it occurs twice in all."""
    found = [m.start() for m in re.finditer(re.escape(json.dumps(key, ensure_ascii=False)) + r"\s*:", text)]
    return text.count("\n", 0, found[1]) + 1 if len(found) == 2 else None


@cache
def _validator(schema: str) -> "Draft202012Validator":
    from jsonschema import Draft202012Validator  # slow to load, and nets do without

    text = resources.files("mazurka.formats").joinpath(f"{schema}.schema.json").read_text("utf-8")
    return Draft202012Validator(json.loads(text))


def _invalid(path: str, error: "ValidationError") -> FormatError:
    place = error.json_path.removeprefix("$").removeprefix(".")
    message = _found(error) if error.validator == "const" else error.message
    message = message if len(message) <= 160 else f"{message[:120]} … {message[-30:]}"
    expected = error.schema.get("description") if isinstance(error.schema, dict) else None
    return FormatError(
        path,
        f"{place}: {message}" if place else message,
        cure=f"expected {expected}" if expected else "see the schema",
    )


def _found(error: "ValidationError") -> str:
    """What stands where one value only may: jsonschema tells only what was expected."""
    return f"{json.dumps(error.instance, ensure_ascii=False)} was found"
