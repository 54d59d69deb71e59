"""What each theorem of the tables rests on; an axiom that the README does not name is an error.

Run after compilation, by `make proofs`.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from proofs.table import FOLDER, axioms, coq_theorems

CLOSED = "Closed under the global context"


def printed(theorems: list[str]) -> str:
    """What Coq prints for these theorems, one after another; it exits where one does not exist."""
    modules = sorted({t.split(".")[0] for t in theorems})
    lines = [f"From Mazurka Require {m}." for m in modules]
    lines += [f'Redirect "{i}" Print Assumptions {t}.' for i, t in enumerate(theorems)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "assumptions.v")
        file.write_text("\n".join(lines) + "\n", "utf-8")
        command = ["coqc", "-R", str(FOLDER / "coq"), "Mazurka", file.name]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}")
        return "\0".join(Path(folder, f"{i}.out").read_text("utf-8") for i in range(len(theorems)))


def main() -> None:
    """One line a theorem, and exit status 1 if any rests on an axiom that is not named."""
    theorems = [f"{module}.{name}" for module, found in coq_theorems().items() for name in found]
    if not theorems:
        return
    unnamed = False
    for theorem, text in zip(theorems, printed(theorems).split("\0"), strict=True):
        if text.strip() == CLOSED:
            print(f"{theorem}: no axioms")
            continue
            used = re.findall(r"^([\w.']+)\s*:", text.removeprefix("Axioms:"), re.MULTILINE)
        new = [a for a in used if a not in axioms()] if used else [text.strip()]
        unnamed = unnamed or bool(new)
        print(
            f"{theorem}: {', '.join(used)}" + (f"; NOT NAMED in the README: {', '.join(new)}" if new else "")
        )
    print(f"{len(theorems)} theorems")
    sys.exit(unnamed)


if __name__ == "__main__":
    main()
