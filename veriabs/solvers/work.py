"""Limit a solver's work by counted steps, so that a loaded machine gives the same answers.

z3 counts deterministic steps. CBMC's built-in solver, and CBMC's own work before either solver, have no such counter,
so processor seconds limit them.
"""

from __future__ import annotations

import math
import shlex
import threading
from pathlib import Path

from msgspec import Struct

from veriabs.solvers.command import Solver, find_z3

_SCRIPT = """\
#!/bin/sh
exec {z3} rlimit={steps} "$@"
"""

_LONGEST = 5.0
"""z3 gets this many times the processor seconds of CBMC: steps end it, and this ends work that it does not count."""


class Work(Struct, frozen=True):
    """The work that each solver may do: z3 steps (None: unlimited), CBMC processor seconds.

    `solvers` is the number of solvers asked, the most promising first. `together` are processor seconds for one run
    with all checks; after that, they are decided one by one, in `processor_seconds` in total.
    """

    z3_steps: int | None = None
    processor_seconds: float = math.inf
    solvers: int = len(Solver)
    together: float = math.inf

    def seconds_of(self, solver: Solver) -> float:
        """Processor seconds after which a run with this solver is ended."""
        counts = solver is Solver.Z3 and self.z3_steps is not None
        return self.processor_seconds * (_LONGEST if counts else 1.0)


UNLIMITED = Work()


def counting_z3(folder: Path, steps: int | None) -> Path | None:
    """Create a z3 wrapper that stops after `steps` steps, and return its folder; None without limit or z3."""
    if steps is None:  # the usual case, in which searching for z3 would cost time
        return None
    z3, room = find_z3(), folder / f"z3-{steps}"
    script = room / "z3"
    if z3 is None:
        return None
    if script.exists():
        return room
    room.mkdir(exist_ok=True)
    unfinished = room / f"unfinished-{threading.get_ident()}"  # another thread may create it at the same time
    unfinished.write_text(_SCRIPT.format(z3=shlex.quote(str(z3.absolute())), steps=steps), encoding="utf-8")
    unfinished.chmod(0o700)
    unfinished.rename(script)
    return room
