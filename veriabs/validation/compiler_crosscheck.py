"""Ask the compiler for types, sizes and constants of all expressions, and compare them with the front end's.

The front end records its view of each expression (`Program.claims`); gcc checks this text without running it. A text
that gcc rejects is not compared.
"""

from __future__ import annotations

import re
import tempfile
import threading
from pathlib import Path

from veriabs.confine.sandbox import run_compiler
from veriabs.core.errors import ToolError
from veriabs.core.program import Program
from veriabs.core.source import DataModel

SECONDS = 20.0
_FAILED = re.compile(r'static assertion failed: "([^"]*)"')


def compiler_disagreement(program: Program, seconds: float = SECONDS, stop: threading.Event | None = None) -> str:
    """The first expression that the compiler sees differently, with its place; empty if there is none."""
    if not program.claims:
        return ""
    model = ("-m32",) if program.task.data_model is DataModel.ILP32 else ()
    with tempfile.TemporaryDirectory(prefix="veriabs-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "claims.c").write_text(program.claims, encoding="utf-8", errors="surrogateescape")
        command = ("gcc", *model, "-std=gnu11", "-fsyntax-only", "-w", "-fmax-errors=20", "claims.c")
        try:
            finished = run_compiler(command, seconds=min(SECONDS, seconds), writes=folder, stop=stop)
        except ToolError:
            return ""
    failed = _FAILED.search(finished.stderr)
    return failed[1] if failed and finished.exit_code != 0 else ""
