"""Pack the details of records for the report page, so that thousands of rows open quickly.

The page contains the details compressed, several dozen records in a piece, and unpacks a piece when one of its rows is
opened. The reports of 5,000 tasks are tens of megabytes of very similar text.
"""

from __future__ import annotations

import base64
import json
import shlex
import zlib
from collections.abc import Mapping

from veriabs.core.records import Record
from veriabs.report.places import macro_of
from veriabs.report.summary import objects

Json = dict[str, object]

PIECE = 64
"""The number of records that are compressed together."""


class Archive:
    """Collects the details of records; `pieces` are deflated JSON lists in base64."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._open: list[str] = []

    def add(self, record: Record) -> None:
        self._open.append(json.dumps(details(record), separators=(",", ":")))
        if len(self._open) == PIECE:
            self.close()

    def close(self) -> None:
        """Pack the remaining records."""
        if self._open:
            packed = zlib.compress(f"[{','.join(self._open)}]".encode(), 6)
            self.pieces.append(base64.b64encode(packed).decode("ascii"))
            self._open = []


def details(record: Record) -> Json:
    """The part of the report that the page shows, with command lines in shell syntax."""
    report = record.report
    reason = report.get("reason")
    chosen = ("file", "data_model", "veriabs_version", "cbmc_version", "options")
    return {
        **{name: report[name] for name in chosen if report.get(name) is not None},
        "key": record.key,
        "hint": reason.get("hint") if isinstance(reason, dict) else None,
        "place": _place(reason) if isinstance(reason, dict) else None,
        "loops": objects(report.get("loops")),
        "commands": [{**run, "command": _shell(run.get("command"))} for run in objects(report.get("commands"))],
        "goals": objects(report.get("goals")),
        "strategies": objects(report.get("strategies")),
        "counterexample": _counterexample(report.get("counterexample")),
    }


def _counterexample(found: object) -> Json | None:
    if not isinstance(found, dict):
        return None
    commands = found.get("commands")
    return {
        "strategy": found.get("strategy"),
        "overflow": found.get("overflow"),
        "assertion": _site(found.get("assertion")),
        "target": _site(found.get("target")),
        "inputs": [_input(given) for given in objects(found.get("inputs"))],
        "operands": objects(found.get("operands")),
        "history": objects(found.get("history")),
        "commands": [_shell(command) for command in commands] if isinstance(commands, list) else [],
    }


def _input(given: Mapping[str, object]) -> Json:
    site = given.get("site")
    known = site if isinstance(site, dict) else {}
    lines = given.get("text")
    text = "; ".join(map(str, lines)) if isinstance(lines, list) else f"{known.get('name')}: {given.get('values')}"
    return {"line": known.get("line"), "text": text}


def _site(error: object) -> str | None:
    if not isinstance(error, dict):
        return None
    return f"{macro_of(str(error.get('text')))} at {_place(error)}"


def _place(where: Mapping[str, object]) -> str | None:
    file, line = where.get("file"), where.get("line")
    return f"{file}:{line}" if file and line else None


def _shell(command: object) -> str:
    return shlex.join(map(str, command)) if isinstance(command, list) else ""
