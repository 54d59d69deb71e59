"""`python -m mazurka` is `mazurka`."""

import sys

from mazurka.cli import main

if __name__ == "__main__":
    sys.exit(main())
