"""Command lines: options, settings, names and files that are not what they should be.

A command line ends with one of the statuses of the interface; where it is 2, standard error has one line that
begins with `mazurka: `, and below it, where a formula is wrong, the formula with a caret.
"""

import contextlib
import io
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from mazurka.cli.outcome import Status
from mazurka.cli.shell import main
from mazurka.fuzz.malformed.formats import CORPUS, FORMATS, MCC
from mazurka.fuzz.malformed.mutations import mutated
from mazurka.fuzz.malformed.search import Fault, TooLong, at_most

COMMANDS = "commands"
FILES = {
    "a.cs.json": "taken-now-or-later.cs.json",
    "a.es.json": "independent-actions.es.json",
    "a.pnml": "two-loops.pnml",
    "b.pnml": "inhibited.pnml",
}
LINES = tuple(
    line.split()
    for line in (
        "explore a.pnml --max-states 10 --max-seconds 5 --max-memory 1G --json",
        "reduce a.cs.json --reducer plain/full+sleep --set closure=lex --set form=remote -o o.aut",
        "reduce b.pnml --reducer plain/stubborn/closure --set proviso=stack --set order=dfs --quiet",
        "reduce a.es.json --reducer probe/sound --set settle=2",
        "audit a.cs.json --reducer plain/pset+sleep --criteria soundness,deadlocks --max-runs 100",
        "audit a.cs.json --reduced g.aut --json",
        "audit a.cs.json --reducer plain/pset+sleep --without-full --checkpoint c.json --solver cadical153",
        "audit b.pnml --reducer plain/persistent --visible p --goal p=1 --criteria reachable-goal",
        "compare a.pnml b.pnml --reducers plain/reach,plain/persistent",
        "convert a.cs.json o.tck",
        "convert b.pnml o.es.json",
        "check a.cs.json c1=0 --reducer plain/reach",
        "models --json",
        "model dp n=3 -o o.cs.json",
        "model hlpw-figure6 --formula f.cnf",
        "reducers --quiet",
        "query a.pnml p>=2 --method plain --json",
        "query a.pnml --mcc m.xml --id a",
        "query a.pnml p>=2 --check-certificate z.json",
        "oracle ifs a.cs.json --actions c1.a --state c1.a",
        "draw a.pnml -o o.dot",
        "--version",
        "--help",
    )
)
WORDS = (
    "", " ", "-", "--", "-o", "-q", "--json", "--quiet", "--debug", "--set", "--set=", "--max-states",
    "--reducer", "--max-seconds", "--max-memory", "--criteria", "--visible", "--goal", "0", "-1", "1",
    "1.5", "nan", "inf", "-inf", "1e999", "9" * 30, "9" * 400, "9" * 5000, "9" * 400 + "G", "1Q", "=",
    "=1", "order=", "order=bfs", "order=nan", "proviso=os:getcwd", "proviso=stack", "closure=os:nothing",
    "budget=0", "budget=" + "9" * 30, "settle=-1", "settle=" + "9" * 30, "seed=" + "9" * 30, "form=",
    "visible=,", "visible=\ud800", "n=0", "n=" + "9" * 30, "n=-1", "m=2", "n=1e3", "nothing.pnml", ".",
    "..", "/", "/dev/null", "a.pnml/x", "x" * 300, "x" * 5000 + ".pnml", "\udcff", "\0", "a\nb",
    "\u202e", "é.pnml", "os:getcwd", "nowhere:x", ":", "a:", "mazurka:audit", "sys:exit", "reach",
    "plain/reach", "probe/kr", "lex-tree", "soundness", "deadlocks,,", "ltl-x", "stubborn", "p=1", "p",
    "p>=1&", "((((", "c1=0,c1=1", "o.png", "o.svg", "o.dot", "o.aut", "o", "missing/o.aut", "explore",
    "audit", "reduce", "query", "check", "model", "oracle", "smallest", "ifs", "convert", "draw",
    "bogus",
)  # fmt: skip


def command_line(random: Random) -> list[str]:
    """A valid command line with a few words lost, doubled, swapped, or changed."""
    words = list(random.choice(LINES))
    for _ in range(random.choice((1, 1, 2, 3))):
        i, j = random.randrange(len(words) + 1), random.randrange(len(words) + 1)
        match random.randrange(6):
            case 0:
                del words[i : i + 1]
            case 1:
                words[i:i] = words[j : j + 1]
            case 2:
                words[i:i] = [random.choice(WORDS)]
            case 3 | 4:
                words[i : i + 1] = [random.choice(WORDS)]
            case _ if i < len(words):
                data = mutated(random, words[i].encode("utf-8", "surrogatepass"))
                words[i] = data.decode("utf-8", "surrogateescape")
    return words


def furnish(random: Random, folder: Path) -> None:
    """The files that the command lines name; some of them malformed."""
    for name, source in FILES.items():
        form = FORMATS[name.partition(".")[2]]
        good = (CORPUS / source).read_bytes()
        (folder / name).write_bytes(form.malformed(random) if random.randrange(9) == 0 else good)
    texts = {"m.xml": MCC, "f.cnf": b"p cnf 2 1\n1 -2 0\n", "g.aut": FORMATS["aut"].seeds()[0]}
    texts |= {"z.json": FORMATS["certificate"].seeds()[0], "c.json": FORMATS["checkpoint"].seeds()[0]}
    for name, data in texts.items():
        (folder / name).write_bytes(mutated(random, data) if random.randrange(9) == 0 else data)


def fault_of(words: list[str]) -> tuple[str | None, int]:
    """What is wrong with the way a command line ends, or None; and the status."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    said = err.getvalue()
    told = [line for line in said.split("\n") if line.startswith("mazurka: ")]
    if status not in list(Status):
        return f"status {status}", status
    if "internal error" in said or ("Traceback" in said and "--debug" not in words):
        return said[-600:], status
    if status == Status.BAD_INPUT and len(told) != 1:
        return f"{len(told)} complaints: {said[-600:]!r}", status
    return None, status


def command_faults(
    numbers: range, seconds: float, count: Callable[[bool], object] = lambda _read: None
) -> Iterator[Fault]:
    """Run the command lines of these numbers, each within so many seconds."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="mazurka-malformed-") as folder:
        os.chdir(folder)
        try:
            for number in numbers:
                random = Random(f"{COMMANDS} {number}")
                furnish(random, Path(folder))
                words = command_line(random)
                shown = repr(words).encode()
                try:
                    with at_most(seconds):
                        wrong, status = fault_of(words)
                    count(status != Status.BAD_INPUT)
                    if wrong is not None:
                        yield Fault(number, f"{words!r:.600}: {wrong}", shown)
                except (Exception, TooLong) as error:
                    yield Fault(number, f"{words!r:.600}: {type(error).__name__}: {str(error)[:300]}", shown)
        finally:
            os.chdir(here)
