"""Audit every column of `mazurka bench ignoring-problem` on a small instance of every family.

    python benchmarks/audit_provisos.py benchmarks/ignoring_problem

Verdicts go into the folder, where the page of the bench takes them from.  Exit status 1 when a promise is
broken.
"""

import sys
from pathlib import Path

from mazurka.bench.ignoring_audits import audit_small, keep
from mazurka.bench.ignoring_problem import COLUMNS


def main() -> int:
    folder = Path(sys.argv[1])
    audits = list(audit_small(COLUMNS, announce=print))
    print(f"{keep(folder, audits)}: {len(audits)} audits")
    return int(not all(a.kept for a in audits))


if __name__ == "__main__":
    sys.exit(main())
