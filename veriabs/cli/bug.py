"""`veriabs bug`: write a folder with what a report about a wrong, missing or strange verdict needs.

The folder has the preprocessed program, the report of one run with options and versions, and the tests of `doctor`.
Nothing is sent. `interesting.sh` lets cvise reduce the program while the verdict stays.
"""

from __future__ import annotations

import shutil
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from veriabs.cli import analysis
from veriabs.cli.parser import verify_arguments
from veriabs.cli.task_options import options_of
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, VeriabsError
from veriabs.report.files import write_texts

if TYPE_CHECKING:
    from veriabs.cli.terminal import Terminal
    from veriabs.solvers.supervise import Notify

_ABOUT = """# Report

Nothing was sent. Remove what you do not want to show, attach this folder, and add the verdict that you expect.

- `program.i`: the program after the preprocessor
- `report.json`: the report of one run, with versions and options
- `doctor.json`: the tests of this machine
- `interesting.sh`: the test with which `cvise interesting.sh program.i` reduces the program
"""
_INTERESTING = """#!/bin/sh
# The program compiles, and its verdict is still {verdict}.
gcc -fsyntax-only -w -x cpp-output program.i && veriabs verify program.i --timeout {timeout:g} | grep -q '^{verdict}'
"""


def pack(chosen: Namespace, terminal: Terminal) -> int:
    """Ask, run `verify` once, and write the folder."""
    folder: Path = chosen.to
    chosen = verify_arguments(chosen)
    if folder.exists() and any(folder.iterdir()):
        raise InputError(f"{folder}: the folder is not empty; name another one with --to")
    if not terminal.ask(f"copy the preprocessed program and a report of one run to {folder}?"):
        return 0
    program = analysis.supervised(_preprocessed, chosen, terminal)
    verdict, report = _run(chosen, terminal)
    texts = {"README.md": _ABOUT, "program.i": program, "report.json": report, "doctor.json": _machine()}
    texts["interesting.sh"] = _INTERESTING.format(verdict=verdict, timeout=options_of(chosen).timeout)
    folder.mkdir(parents=True, exist_ok=True)
    write_texts({folder / name: text for name, text in texts.items()}, "the folder")
    (folder / "interesting.sh").chmod(0o755)
    terminal.say(f"{verdict}  wrote {folder}; its README.md says what is in it")
    if shutil.which("cvise"):
        terminal.say(f"try: cd {folder} && cvise interesting.sh program.i, which reduces the program")
    return 0


def _preprocessed(chosen: Namespace, deadline: Deadline, send: Notify) -> str:
    from veriabs.frontend.preprocess import preprocess

    return preprocess(analysis.load(chosen, deadline), deadline.left())


def _run(chosen: Namespace, terminal: Terminal) -> tuple[str, str]:
    """The verdict of a run, and its report or error as JSON."""
    import json

    from veriabs.report.json_report import document, failure

    try:
        report = analysis.decided(chosen, terminal, is_quiet=True)
    except VeriabsError as error:
        return "UNKNOWN", json.dumps(failure("verify", str(error)), indent=2) + "\n"
    made = document("verify", report, options_of(chosen).for_report())
    return report.verdict.value, json.dumps(made, indent=2) + "\n"


def _machine() -> str:
    from veriabs.install import doctor, provision

    return doctor.as_json(doctor.probe(provision.find())) + "\n"
