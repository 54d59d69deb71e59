"""The command line: `mazurka COMMAND …`, a file for a few commands each."""

from mazurka.cli.shell import main

__all__ = ["main"]
