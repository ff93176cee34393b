"""Build the command line of CBMC for one generated program.

Some options are never used: `--partial-loops`, `--incremental-loop` and `--refine*` report success for incorrect
programs; `--slice-formula` puts arbitrary values into traces.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from enum import Enum
from pathlib import Path

from veriabs.core.source import DataModel

Version = tuple[int, int]

OLDEST: Version = (5, 12)
_STANDARD_CHECKS_BY_DEFAULT: Version = (6, 0)
_TEXT: Version = (6, 0)
"""From this version on, calls without a trace request text; with JSON, CBMC prints the trace of every failed check."""


class Solver(Enum):
    """A decision procedure of CBMC; `AS_IS` is the built-in one without simplification of the clauses.

    Either of the two may be fast by chance: one program took 0.2 s with one and over 20 s with the other.
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
    only: Sequence[str] = (),
    memory: bool = False,
) -> tuple[str, ...]:
    """Return the arguments of a proof call, or, with `trace_of`, of the call that traces one property.

    `unwind` is one more than the largest number of iterations of a loop; with None CBMC unwinds without a limit and may
    not end. `trace_of` is the name of a property (`main.assertion.1`), not its description. `only` are the names of the
    properties to decide, all by default. `memory` adds checks that every access and division is defined.
    """
    if unwind is not None and unwind < 1:
        raise ValueError(f"unwind must be positive, not {unwind}")
    flags = [str(source)]
    if trace_of is not None or version < _TEXT:
        flags.append("--json-ui")
    # Version 6 checks overflow and bounds by default; this option disables that, with the unwinding assertions.
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
    flags += [word for name in only for word in ("--property", name)]
    flags += _OF_SOLVER.get(solver, ())
    return tuple(flags)


def listing(source: Path, version: Version, data_model: DataModel) -> tuple[str, ...]:
    """Return the arguments of a call that lists the properties of a program without deciding them."""
    standard = ("--no-standard-checks",) if version >= _STANDARD_CHECKS_BY_DEFAULT else ()
    return (str(source), "--show-properties", "--json-ui", *standard, _word_size(data_model))


def formula(
    source: Path, version: Version, data_model: DataModel, unwind: int | None, written: Path
) -> tuple[str, ...]:
    """Return the arguments of a call that writes the formula of a program, in DIMACS, without deciding it."""
    proof = arguments(source, version=version, data_model=data_model, solver=Solver.BUILT_IN, unwind=unwind)
    return (*proof, "--dimacs", "--outfile", str(written))


# The folders where pip installs programs (Debian's Python uses `local`); `sysconfig` needs 3 ms for the same answer.
_BESIDE = os.pathsep.join((f"{sys.prefix}/bin", f"{sys.prefix}/local/bin", str(Path(sys.executable).parent)))


def environment(folder: Path, *first: Path) -> dict[str, str]:
    """Return the environment of a process that puts temporary files into `folder` and finds z3 and this package.

    CBMC searches the folders `first` before others.
    """
    path = os.environ.get("PATH", os.defpath)
    z3 = find_z3()
    if z3 is not None and str(z3.parent) not in path.split(os.pathsep):
        path = os.pathsep.join((path, str(z3.parent)))
    path = os.pathsep.join((*map(str, first), path))
    own = os.pathsep.join(filter(None, sys.path))
    return {**os.environ, "PATH": path, "TMPDIR": str(folder), "PYTHONPATH": own}


def find_z3() -> Path | None:
    """Find the z3 program on PATH, or beside this Python, where the wheel z3-solver installs it."""
    found = shutil.which("z3") or shutil.which("z3", path=_BESIDE)
    return Path(found) if found else None


def _word_size(data_model: DataModel) -> str:
    match data_model:
        case DataModel.ILP32:
            return "--32"
        case DataModel.LP64:
            return "--64"
