"""The frame around every command: parsing, printing, and errors as one line with an exit status.

Commands return an `Outcome` and print nothing themselves; so it is here, once, that a traceback is kept from
the user (`--debug` shows it), that a broken pipe is not an error, and that Ctrl-C has its status.
"""

import importlib
import os
import re
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Annotated, Any

import typer
import typer.main

from mazurka.cli.outcome import Outcome, Status
from mazurka.errors import FormulaError, MazurkaError, PlugInWarning

DEBUG = "--debug"

app = typer.Typer(
    name="mazurka",
    help="Explore concurrent systems, reduce them by partial order, and judge reductions.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from mazurka import __version__

        print(f"mazurka {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            metavar="",
            callback=_print_version,
            is_eager=True,
            help="Print the version and exit.",
        ),
    ] = False,
    debug: Annotated[
        bool, typer.Option(DEBUG, metavar="", help="Show the traceback of an error; may stand anywhere.")
    ] = False,
) -> None:
    """The options before the command."""


for _module in (
    "explore",
    "audit",
    "compare",
    "convert",
    "draw",
    "lists",
    "bench",
    "oracle",
    "query",
    "check",
    "fuzz",
):
    importlib.import_module(f"mazurka.cli.{_module}").register(app)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = DEBUG in given
    _never_fail_to_encode()
    try:
        with _warnings_in_a_line():
            return _run([x for x in given if x != DEBUG])
    except (BrokenPipeError, SystemExit):  # the latter is what rich and typer make of the former
        _silence_stdout()
        return Status.DONE
    except KeyboardInterrupt:
        return _complain("interrupted", Status.INTERRUPTED, debug)
    except FormulaError as error:
        status = _complain(str(error), Status.BAD_INPUT, debug)
        print(error.excerpt, file=sys.stderr)
        return status
    except MazurkaError as error:
        return _complain(str(error), Status.BAD_INPUT, debug)
    except MemoryError:
        message = "out of memory; with --max-memory a search stops in time, and tells what it has found"
        return _complain(message, Status.LIMIT, debug)
    except RecursionError:
        return _complain("the input is nested too deeply", Status.BAD_INPUT, debug)
    except Exception as error:
        if _is_usage(error):
            return _complain(_usage(error), Status.BAD_INPUT, debug)
        message = (
            f"internal error: {type(error).__name__}: {error}; please report it, with what {DEBUG} shows"
        )
        return _complain(message, Status.BAD_INPUT, debug)


@cache
def _parser() -> Any:
    """What parses command lines; calling `app` makes it anew each time, for most of the time a line takes."""
    return typer.main.get_command(app)


def _run(given: list[str]) -> int:
    outcome = _parser()(given, prog_name="mazurka", standalone_mode=False)
    if outcome == Status.INTERRUPTED:  # what typer makes of Ctrl-C
        raise KeyboardInterrupt
    try:
        if isinstance(outcome, Outcome):
            outcome.print()
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _silence_stdout()
        raise MazurkaError(
            f"the result cannot be written: {(error.strerror or str(error)).lower()}"
        ) from error
    return outcome.status if isinstance(outcome, Outcome) else int(outcome or 0)


def _complain(message: str, status: Status, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    line = str(MazurkaError(re.sub(r"\s*\n\s*", " ", message.strip())))
    print(f"mazurka: {line}", file=sys.stderr)
    return status


def _is_usage(error: Exception) -> bool:
    """Whether this is the parser's error, whose class has moved between versions of typer."""
    return hasattr(error, "format_message") and hasattr(error, "exit_code")


def _usage(error: Any) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "mazurka"
    return f"{error.format_message().rstrip('.')}; see {command} --help"


@contextmanager
def _warnings_in_a_line() -> Iterator[None]:
    """Our own warnings come as one line, without the place in the source."""

    def show(message: Warning | str, *_rest: Any) -> None:
        print(f"mazurka: warning: {message}", file=sys.stderr)

    with warnings.catch_warnings():
        warnings.simplefilter("always", PlugInWarning)
        warnings.showwarning = show  # type: ignore[assignment]
        yield


def _never_fail_to_encode() -> None:
    """A terminal that lacks a character gets an escape for it."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _silence_stdout() -> None:
    """The reader has gone: what is left to be flushed at exit goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
