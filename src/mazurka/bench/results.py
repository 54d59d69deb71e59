"""Results on disk: a JSON file that is whole after every cell, so that a run can be resumed.

{"table": "stateful-por", "version": 1, "cells": [{"family": …, "parameters": …, "reducer": …, …}, …]}
"""

import json
import os
from collections.abc import Collection
from dataclasses import fields
from pathlib import Path
from typing import Any

from mazurka.bench.cell import Measured, Task
from mazurka.errors import FormatError, MazurkaError

VERSION = 1


class Results:
    """What has been measured, by task, in the order of measuring.

    fields: what is kept of a measurement; all of it by default.
    """

    def __init__(self, path: Path, table: str, fields: Collection[str] | None = None) -> None:
        self._path, self._table, self._fields = path, table, fields
        self._cells: dict[str, dict[str, Any]] = {}
        if path.exists():
            for cell in _read(path, table):
                self._cells[_task(cell).key] = cell

    @property
    def path(self) -> Path:
        return self._path

    def __len__(self) -> int:
        return len(self._cells)

    def tasks(self) -> list[Task]:
        """The tasks of which something is known."""
        return [_task(cell) for cell in self._cells.values()]

    def get(self, task: Task) -> Measured | None:
        """What is known of a task."""
        cell = self._cells.get(task.key)
        return None if cell is None else Measured.from_json(cell)

    def limited(self, task: Task) -> bool:
        """Whether a task is known to have reached a limit."""
        known = self.get(task)
        return known is not None and known.limit is not None

    def add(self, task: Task, measured: Measured) -> None:
        """Keep a measurement, on disk too."""
        kept = measured.to_json()
        if self._fields is not None:
            kept = {k: v for k, v in kept.items() if k in self._fields}
        self._cells[task.key] = {
            "family": task.family,
            "parameters": dict(task.parameters),
            "reducer": task.reducer,
            **({"options": dict(task.options)} if task.options else {}),
            **kept,
        }
        self._write()

    def _write(self) -> None:
        """The new file replaces the old one in one step: whenever we are stopped, one of them is there."""
        cells = ",\n  ".join(json.dumps(cell) for cell in self._cells.values())
        text = f'{{"table": {json.dumps(self._table)}, "version": {VERSION}, "cells": [\n  {cells}\n]}}\n'
        write_at_once(self._path, text)


def write_at_once(path: Path, text: str) -> None:
    """Write a file so that nobody ever sees a part of it; MazurkaError where it cannot be written."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, "utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise MazurkaError(f"{path}: cannot be written: {error.strerror}") from error


def _read(path: Path, table: str) -> list[dict[str, Any]]:
    cure = "move it away, or choose another folder with -o"
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise FormatError(str(path), error.strerror or "cannot be read", cure=cure) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(str(path), f"not JSON: {error}", cure=cure) from error
    try:
        if (data["table"], data["version"]) != (table, VERSION):
            raise FormatError(str(path), f"holds no results of {table}, version {VERSION}", cure=cure)
        for cell in data["cells"]:
            _check(cell)
    except (KeyError, TypeError, AttributeError) as error:
        raise FormatError(str(path), f"holds no results of {table}", cure=cure) from error
    return list(data["cells"])


def _check(cell: dict[str, Any]) -> None:
    """TypeError for a cell whose values are of the wrong types."""
    task = _task(cell)
    texts = [task.family, task.reducer, cell.get("limit") or "", cell.get("failure") or ""]
    values = [x for _, x in (*task.parameters, *task.options)]
    figures = [
        cell[f.name] for f in fields(Measured) if f.name in cell and f.name not in ("limit", "failure")
    ]
    if not (
        all(isinstance(x, str) for x in texts)
        and all(isinstance(x, int | str) for x in values)
        and all(x is None or isinstance(x, int | float) for x in figures)
    ):
        raise TypeError


def _task(cell: dict[str, Any]) -> Task:
    options = cell.get("options", {})
    return Task(cell["family"], tuple(cell["parameters"].items()), cell["reducer"], tuple(options.items()))
