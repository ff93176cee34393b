"""The command line of CBMC for one generated program.

Never among the arguments: `--partial-loops`, `--incremental-loop` and `--refine*`, which report success for programs
that are wrong, and `--slice-formula`, with which a trace holds arbitrary values.
"""

from __future__ import annotations

import os
import shutil
import sys
from enum import Enum
from pathlib import Path

from veriabs.core.source import DataModel

Version = tuple[int, int]

OLDEST: Version = (5, 12)
_STANDARD_CHECKS_BY_DEFAULT: Version = (6, 0)
_TEXT: Version = (6, 0)
"""From this version on proof calls are answered with text: JSON has the trace of each check that fails."""


class Solver(Enum):
    """The decision procedure behind CBMC; `AS_IS` is the built-in one on clauses that nothing was simplified in.

    Which of both is done soon is chance: of one program, in 0.2 s or not within 20 s.
    """

    BUILT_IN = "built-in"
    AS_IS = "as-is"
    Z3 = "z3"


_OF_SOLVER = {Solver.AS_IS: ("--no-sat-preprocessor",), Solver.Z3: ("--z3",)}


def arguments(
    source: Path,
    *,
    version: Version,
    data_model: DataModel,
    solver: Solver,
    unwind: int | None,
    trace_of: str | None = None,
    memory: bool = False,
) -> tuple[str, ...]:
    """Returns the arguments of the proof call, or with `trace_of` those of the call that traces one property.

    `unwind` is one more than the iterations of the longest loop; None leaves the unwinding to CBMC, which then may not
    end. `trace_of` is the name of a property (`main.assertion.1`), not its description. `memory` adds the checks
    that every access and every division is defined.
    """
    if unwind is not None and unwind < 1:
        raise ValueError(f"unwind must be positive, not {unwind}")
    flags = [str(source)]
    if trace_of is not None or version < _TEXT:
        flags.append("--json-ui")
    # Version 6 checks for overflow and bounds unless told otherwise; this drops the unwinding assertions as well.
    if version >= _STANDARD_CHECKS_BY_DEFAULT:
        flags.append("--no-standard-checks")
    flags.append("--unwinding-assertions")
    if unwind is not None:
        flags += ["--unwind", str(unwind)]
    if memory:
        flags += ["--bounds-check", "--pointer-check", "--div-by-zero-check"]
    flags.append(_word_size(data_model))
    if trace_of is not None:
        flags += ["--trace", "--property", trace_of]
    flags += _OF_SOLVER.get(solver, ())
    return tuple(flags)


# Where pip puts programs, which Debian's own Python has below `local`; `sysconfig` takes 3 ms to say the same.
_BESIDE = os.pathsep.join((f"{sys.prefix}/bin", f"{sys.prefix}/local/bin", str(Path(sys.executable).parent)))


def environment(folder: Path, *first: Path) -> dict[str, str]:
    """Returns the environment of a CBMC process that leaves its temporary files in `folder` and finds z3.

    Programs are looked for in the folders `first` before others.
    """
    path = os.environ.get("PATH", os.defpath)
    z3 = find_z3()
    if z3 is not None and str(z3.parent) not in path.split(os.pathsep):
        path = os.pathsep.join((path, str(z3.parent)))
    path = os.pathsep.join((*map(str, first), path))
    return {**os.environ, "PATH": path, "TMPDIR": str(folder)}


def find_z3() -> Path | None:
    """Finds the z3 program on PATH, or where the wheel z3-solver puts it beside this Python."""
    found = shutil.which("z3") or shutil.which("z3", path=_BESIDE)
    return Path(found) if found else None


def _word_size(data_model: DataModel) -> str:
    match data_model:
        case DataModel.ILP32:
            return "--32"
        case DataModel.LP64:
            return "--64"
