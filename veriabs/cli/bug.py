"""`veriabs bug`: write a folder with what a report about a wrong, missing or strange verdict needs.

The folder has the preprocessed program, the report of one run with options and versions, and the tests of `doctor`.
Nothing is sent. `interesting.sh` lets cvise reduce the program while the verdict stays; only the user starts that.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from veriabs.cli import analysis
from veriabs.cli.parser import verify_arguments
from veriabs.cli.task_options import options_of
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, ToolError, VeriabsError
from veriabs.report.files import check_writable, write_texts

if TYPE_CHECKING:
    from veriabs.cli.terminal import Terminal
    from veriabs.core.source import Task
    from veriabs.solvers.supervise import Notify
    from veriabs.verify.options import Options

_ABOUT = """# Report

Nothing was sent. Remove what you do not want to show, attach this folder, and add the verdict that you expect.

- `program.i`: the program after the preprocessor
- `report.json`: the report of one run, with versions and options
- `doctor.json`: the tests of this machine
- `interesting.sh`: the test with which `cvise interesting.sh program.i` reduces the program, with `veriabs` in `PATH`;
  `veriabs bug --reduce` runs it, and keeps the whole program in `program.i.orig`
"""
_INTERESTING = """#!/bin/sh
# The program compiles, and its verdict is still {verdict}.
gcc -fsyntax-only -w -x cpp-output{model} program.i || exit 1
veriabs verify program.i {words} 2>&1 | grep '^{shown}' >/dev/null
"""
_ERROR = r"\(UNKNOWN\|veriabs:\)"
_PROPERTY = "property.prp"
_DONE = frozenset(("defines", "includes", "preincludes", "standard", "property_file", "keep"))
_DONE |= {"data_model", "checks", "timeout", "jobs"}
"""Options that the preprocessed program needs no more, or that its task has."""


def pack(chosen: Namespace, terminal: Terminal) -> int:
    """Ask, run `verify` once, and write the folder."""
    folder: Path = chosen.to
    has_cvise, is_asked = shutil.which("cvise") is not None, chosen.reduce
    chosen = verify_arguments(chosen)
    if is_asked and not has_cvise:
        raise ToolError("--reduce needs cvise, which is not installed; try: apt-get install cvise")
    check_writable(folder / "README.md", "--to", makes_folders=True)
    if folder.exists() and any(folder.iterdir()):
        raise InputError(f"{folder}: the folder is not empty; name another one with --to")
    if not terminal.ask(f"copy the preprocessed program and a report of one run to {folder}?"):
        return 0
    if has_cvise and not is_asked:
        is_asked = terminal.ask("reduce the program with cvise, which may take an hour?", unasked=False)
    texts, words = analysis.supervised(_program, chosen, terminal)
    verdict, shown, report = _run(chosen, terminal)
    texts |= {"README.md": _ABOUT, "report.json": report, "doctor.json": _machine()}
    model = " -m32" if "--32" in words else ""
    test = _INTERESTING.format(verdict=verdict, shown=shown, model=model, words=shlex.join(words))
    texts["interesting.sh"] = test
    folder.mkdir(parents=True, exist_ok=True)
    write_texts({folder / name: text for name, text in texts.items()}, "the folder")
    (folder / "interesting.sh").chmod(0o755)
    terminal.say(f"{verdict}  wrote {folder}; its README.md says what is in it")
    if is_asked:
        terminal.say("cvise is reducing program.i; Ctrl+C ends it, and keeps the smallest program so far")
        terminal.say(_reduce(folder))
    elif has_cvise:
        terminal.say("try: --reduce, which lets cvise reduce the program")
    return 0


def _reduce(folder: Path) -> str:
    """Let cvise reduce the program in the folder; return what became of it."""
    ours = {**os.environ, "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))}
    size = (folder / "program.i").stat().st_size
    done = subprocess.run(("cvise", "interesting.sh", "program.i"), cwd=folder, env=ours, capture_output=True)
    if done.returncode != 0:
        reason = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        return f"cvise did not reduce program.i: {reason[0]}"
    return f"cvise reduced program.i from {size:,} to {(folder / 'program.i').stat().st_size:,} bytes"


def _program(chosen: Namespace, deadline: Deadline, send: Notify) -> tuple[dict[str, str], list[str]]:
    """The program after the preprocessor and its property, by file names, and the options that verify it alike."""
    from veriabs.frontend.preprocess import preprocess

    task = analysis.load(chosen, deadline)
    texts = {"program.i": preprocess(task, deadline.left())}
    if not task.assertions and task.property_file is not None and task.property_file.is_file():
        texts[_PROPERTY] = task.property_file.read_text(encoding="utf-8", errors="replace")
    return texts, [*_of_task(task), *_words(options_of(chosen))]


def _of_task(task: Task) -> list[str]:
    from veriabs.core.source import DataModel

    model = ["--32"] if task.data_model is DataModel.ILP32 else []
    if not task.assertions:
        return [*model, "--property", _PROPERTY]
    return [*model, "--check", ",".join(task.checks)] if task.checks else model


def _words(given: Options) -> list[str]:
    """The other options whose values are not the defaults, as on the command line."""
    from veriabs.verify.options import Options, Section, arguments, json_value

    usual, found = Options(), [f"--timeout={given.timeout:g}"]
    for option, ways in arguments(*Section):
        value = getattr(given, option.name)
        if option.name in _DONE or value == getattr(usual, option.name):
            continue
        for way in ways:
            values = value if isinstance(value, tuple) else (json_value(value),)
            if way.read is None:
                found += [way.word] if way.value == value else []
            elif way.repeated:
                found += [word for one in values for word in (way.word, str(one))]
            else:
                found += [way.word, ",".join(map(str, values))]
    return found


def _run(chosen: Namespace, terminal: Terminal) -> tuple[str, str, str]:
    """The verdict of a run, a pattern of the line that shows it, and its report or error as JSON."""
    import json

    from veriabs.report.json_report import document, failure

    try:
        report = analysis.decided(chosen, terminal, is_quiet=True)
    except VeriabsError as error:
        return "UNKNOWN", _ERROR, json.dumps(failure("verify", str(error)), indent=2) + "\n"
    made = document("verify", report, options_of(chosen).for_report())
    return report.verdict.value, report.verdict.value, json.dumps(made, indent=2) + "\n"


def _machine() -> str:
    from veriabs.install import doctor, provision

    return doctor.as_json(doctor.probe(provision.find())) + "\n"
