"""The command line: `mazurka COMMAND …`, a file for a few commands each."""

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; Ctrl-C has its own even while the commands are loaded."""
    try:
        from mazurka.cli.shell import main as run

        return run(arguments)
    except KeyboardInterrupt:
        import sys

        print("mazurka: interrupted", file=sys.stderr)
        return 130
