"""The column of proofs in the README's table of notions: for each notion the proof files that are about it.

python proofs/index.py        writes the column anew; a test finds it out of date
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from proofs.table import FOLDER, rows

ROOT = FOLDER.parent
HEADING = "| notion | definition | fast | exact | proof | source |"


def files_about(module: Path) -> list[Path]:
    """The proof files with a row about a module, Coq first."""
    found = {f for row in rows() if any(m == module for m, _ in row.about) for f, _ in row.theorems}
    return sorted(found, key=lambda f: (f.suffix != ".v", f.name))


def proof_cell(definition: str) -> str:
    """The links for a notion, given the cell with its definition."""
    modules = [(ROOT / link).resolve() for link in re.findall(r"\]\(([^)]+)\)", definition)]
    files = dict.fromkeys(f for m in modules for f in files_about(m))
    return ", ".join(f"[{f.stem.removeprefix('test_')}]({f.relative_to(ROOT)})" for f in files) or "—"


def indexed(readme: str) -> str:
    """The README with its column of proofs as it should be."""
    before, heading, after = readme.partition(HEADING)
    lines = after.split("\n")
    for n, line in enumerate(lines):
        cells = line.split(" | ")
        if len(cells) == 6 and not line.startswith("| ---"):
            cells[4] = proof_cell(cells[1])
            lines[n] = " | ".join(cells)
        elif n > 2 and not line.startswith("|"):
            break
    return before + heading + "\n".join(lines)


if __name__ == "__main__":
    file = ROOT / "README.md"
    file.write_text(indexed(file.read_text("utf-8")), "utf-8")
