"""What is written once stays the same everywhere: the version, the citations, no path of a machine."""

import ast
import io
import re
import subprocess
import tokenize
import tomllib
from importlib.metadata import version
from pathlib import Path

import mazurka

ROOT = Path(__file__).parents[2]
SOURCES = (
    "src/mazurka",
    "reference",
    "optimized",
    "oracle",
    "fuzz",
    "proofs",
    "tests",
    "benchmarks",
    "examples",
)
KEY = re.compile(r"(?<![\w\])])\[([A-Z][A-Za-z]*\d*)\](?![(\w])")
ENTRY = re.compile(r"^\*\*\[([A-Za-z0-9]+)\]\*\*", re.MULTILINE)


def python_files():
    for folder in SOURCES:
        yield from (
            f
            for f in sorted((ROOT / folder).rglob("*.py"))
            if not f.is_relative_to(ROOT / "tests" / "packaging")
        )


def prose(source):
    """The docstrings and comments of a module: what is written to be read."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.value.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def cited():
    """For each citation key, a file that uses it."""
    return {
        key: str(file.relative_to(ROOT))
        for file in python_files()
        for text in prose(file.read_text("utf-8"))
        for key in KEY.findall(text)
    }


def tracked_files():
    """What git tracks; in an unpacked archive, everything that is not generated."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        return [ROOT / n for n in listed.decode().split("\0") if n and (ROOT / n).is_file()]
    generated = re.compile(r"/(\.[a-z_]+|__pycache__|build|dist|[^/]*\.egg-info)/")
    return [f for f in ROOT.rglob("*") if f.is_file() and not generated.search(str(f.relative_to(ROOT)))]


def test_every_citation_has_its_entry_in_the_references():
    entries = set(ENTRY.findall((ROOT / "REFERENCES.md").read_text("utf-8")))
    unknown = {key: file for key, file in cited().items() if key not in entries}
    assert not unknown


def test_every_entry_in_the_references_is_cited_somewhere():
    text = "\n".join(
        (ROOT / f).read_text("utf-8") for f in ("README.md", "CONTRIBUTING.md", "fuzz/README.md")
    )
    used = set(cited()) | set(KEY.findall(text))
    assert set(ENTRY.findall((ROOT / "REFERENCES.md").read_text("utf-8"))) <= used


def test_the_version_is_written_once():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert version("mazurka") == declared
    assert mazurka.__version__ == declared
    assert re.search(
        rf"^version: {re.escape(declared)}$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE
    )
    assert re.search(
        rf"^## \[?{re.escape(declared)}\b", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    written = [f for f in (ROOT / "src" / "mazurka").rglob("*.py") if f'"{declared}"' in f.read_text("utf-8")]
    assert not written, "read it from the installed metadata instead"


def test_no_tracked_file_names_a_path_of_a_machine():
    folders = "|".join(["home", "Users", "root", "tmp", "work"])
    path = re.compile(rf"(?<![\w.])/({folders})/\w")
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for file in tracked_files()
        for number, line in enumerate(file.read_text("utf-8", errors="replace").splitlines(), 1)
        if path.search(line)
    ]
    assert not found, "\n".join(found)
