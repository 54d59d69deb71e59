"""`python -m mazurka` is `mazurka`."""

import sys

from mazurka.cli import main

sys.exit(main())
