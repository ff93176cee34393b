"""The truth about a program, without any proof of veriabs: from CBMC with full unwinding, and from native runs.

CBMC sees exactly the text that the tool gets. A violation counts only if it needs nothing undefined: where CBMC finds
both, a native run with sanitizers has to show the violation alone.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import time
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from veriabs.core.counterexample import Replay
from veriabs.core.errors import VeriabsError
from veriabs.core.runs import Overflow
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.frontend.task import load
from veriabs.replay.confirm import confirm
from veriabs.replay.search import InputSearch
from veriabs.solvers import process
from veriabs.solvers.driver import Cbmc

SMALLEST_LARGE, LARGEST = 7, 200
CHECKS = ("--no-standard-checks", "--unwinding-assertions", "--bounds-check", "--pointer-check")
CHECKS += ("--signed-overflow-check", "--div-by-zero-check")
SANITIZERS = ("-fsanitize=address,bounds,signed-integer-overflow,integer-divide-by-zero", "-fno-sanitize-recover=all")
SECONDS = 30.0
_RESULT = re.compile(r"^\[([\w.]+)\] .*: (SUCCESS|FAILURE|UNKNOWN)$", re.MULTILINE)
_SIZE = re.compile(r"#define N (\d+)")
_GUARD = "n > N) abort();"
_INPUT = "int n = __VERIFIER_nondet_int();"
_LATER = f"int n = {SMALLEST_LARGE} + (int)(__VERIFIER_nondet_uint() % {LARGEST - SMALLEST_LARGE + 1}u);"


class Truth(Enum):
    """UNSAFE: an assertion fails and nothing undefined is needed. UNDEFINED: fails, but maybe not without."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    UNDEFINED = "undefined"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Exact:
    """The result of full unwinding: some assertion fails, behaviour is undefined, the run did not end."""

    violated: bool
    undefined: bool
    complete: bool


@dataclass
class Oracle:
    """The judge of one process, with a separate folder for its files; `limit` bounds the seconds of a CBMC."""

    cbmc: Cbmc
    folder: Path
    seconds: float = 0.0
    limit: float = SECONDS

    def truth(self, text: str) -> Truth:
        """The truth about the program; UNDECIDED if it is safe at the sizes that were tried, and others remain."""
        started = time.monotonic()
        try:
            return self._small(text) if size(text) < SMALLEST_LARGE else self._large(text)
        finally:
            self.seconds += time.monotonic() - started

    def _small(self, text: str) -> Truth:
        found = self.exact(text)
        if found.violated:
            return self._alone(text) if found.undefined else Truth.UNSAFE
        return Truth.SAFE if found.complete else Truth.UNDECIDED

    def _large(self, text: str) -> Truth:
        """Sizes up to 6 of a symbolic size by CBMC, and native runs at 7 to 200."""
        if _GUARD in text:
            found = self._small(text.replace(_GUARD, "n > 6) abort();"))
            if found in (Truth.UNSAFE, Truth.UNDEFINED):
                return found
            largest = min(LARGEST, size(text))
            text = text.replace(_INPUT, _LATER.replace(str(LARGEST - 6), str(largest - 6)))
        return Truth.UNSAFE if self.attacked(text) else Truth.UNDECIDED

    def _alone(self, text: str) -> Truth:
        return Truth.UNSAFE if self.attacked(text) else Truth.UNDEFINED

    # --------------------------------------------------------------------------------------------------------- CBMC

    def exact(self, text: str) -> Exact:
        """Full unwinding, first as far as usual loops go, then further."""
        depth = min(size(text), 6 if "n > 6)" in text else size(text))
        for unwind in (2 * depth + 5, 300):
            found = self._unwound(text, unwind)
            if found.violated or found.complete:
                return found
        return found

    def _unwound(self, text: str, unwind: int) -> Exact:
        path = self.folder / "oracle.c"
        path.write_text(text, encoding="utf-8")
        call = (*self.cbmc.command, path.name, *CHECKS, "--unwind", str(unwind))
        finished = process.run(call, seconds=self.limit, memory_mb=4000, cwd=self.folder)
        results = _RESULT.findall(finished.stdout)
        failed = [name for name, status in results if status == "FAILURE"]
        asserted = [name for name in failed if ".assertion." in name]
        cut = [name for name in failed if ".unwind." in name]
        other = [name for name in failed if name not in asserted and name not in cut]
        complete = bool(results) and finished.exit_code in (0, 10) and not cut and not finished.timed_out
        return Exact(bool(asserted), bool(other), complete)

    # -------------------------------------------------------------------------------------------------- native runs

    def attacked(self, text: str, seeds: int = 1500, seconds: float = 3.0) -> bool:
        """Does a native run violate an assertion with nothing undefined before it?"""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            path = Path(name, "native.c")
            path.write_text(text, encoding="utf-8")
            try:
                subject = load_instrumented(load(path))
                search = InputSearch(subject, Path(name), None)
                if not search.build():
                    return False
                for _ in range(4):
                    hit = search.run((), seeds, seconds, 0.1, seconds)
                    if hit is None:
                        return False
                    if confirm(hit, subject, "native", Overflow.UNDEFINED, Path(name), 10).replay is Replay.REACHED:
                        return True
            except VeriabsError:
                return False
        return False

    def reached(self, program: str) -> bool:
        """Does the program that came with a FALSE reach its error, with nothing undefined before it?

        Compiled here, without the tool's own replay.
        """
        path = self.folder / "claimed.c"
        path.write_text(program, encoding="utf-8")
        built = self.folder / "claimed"
        call = ["gcc", "-w", "-O0", "-fno-builtin", *SANITIZERS, path.name, "-o", str(built)]
        if subprocess.run(call, cwd=self.folder, capture_output=True, check=False).returncode:
            return False
        run = process.run((str(built),), seconds=10, cwd=self.folder)
        return "the error is reached" in run.stderr


def size(text: str) -> int:
    """N of a generated program."""
    found = _SIZE.search(text)
    return int(found[1]) if found else 0
