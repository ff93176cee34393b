"""How much a solver may do for one program, counted so that a busy machine ends it at the same place.

z3 counts steps of its own, which follow from the program alone. CBMC's built-in solver, and what CBMC does in front of
either of them, count nothing that could be limited: of them the seconds of the processor are.
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
"""How many times as long z3 may take for its steps: these are what ends it, and this is for what it does not count."""


class Work(Struct, frozen=True):
    """What each solver may do: z3 so many of its steps (None: any number), CBMC so many seconds of the processor.

    `solvers` is how many are asked, those first that are likeliest to know.
    """

    z3_steps: int | None = None
    processor_seconds: float = math.inf
    solvers: int = len(Solver)

    def seconds_of(self, solver: Solver) -> float:
        """Seconds of the processor after which a run with this solver is ended."""
        counts = solver is Solver.Z3 and self.z3_steps is not None
        return self.processor_seconds * (_LONGEST if counts else 1.0)


UNLIMITED = Work()


def counting_z3(folder: Path, steps: int | None) -> Path | None:
    """Makes a z3 that gives up after so many steps, and returns its folder; None where it is not needed, or no z3."""
    if steps is None:  # of almost every run, and to look for z3 costs some
        return None
    z3, room = find_z3(), folder / f"z3-{steps}"
    script = room / "z3"
    if z3 is None:
        return None
    if script.exists():
        return room
    room.mkdir(exist_ok=True)
    unfinished = room / f"unfinished-{threading.get_ident()}"  # another solver may make it at the same time
    unfinished.write_text(_SCRIPT.format(z3=shlex.quote(str(z3.absolute())), steps=steps), encoding="utf-8")
    unfinished.chmod(0o700)
    unfinished.rename(script)
    return room
