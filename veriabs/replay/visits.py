"""From the trace of a failed transformed program (witness index) to values for the whole program.

The trace holds the witness index, the contents of the witness cell of each array, and which iterations of each loop
were visited. An input that is read in a visited iteration gets that iteration's number; one elsewhere is the first of
its place. Whether all this is a run of the program is not asked: only the replay decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from veriabs.core.ctree import statements, target_name
from veriabs.core.expressions import Element
from veriabs.core.program import Program
from veriabs.core.source import Where
from veriabs.core.statements import Havoc
from veriabs.replay.input_hints import InputHint, Visits
from veriabs.solvers.trace import assignments_matching

_NAMED = re.compile(r"\w+")
_VISIT = re.compile(r"loop_(\d+)_visit_(\d+)")
_SEEN = re.compile(r"loop_(\d+)_seen")
_FARTHEST = 1 << 40
"""Indices and iterations from there on are negative numbers or belong to no array."""


def visited(raw: str, program: Program, strategy: str) -> InputHint | None:
    """What the trace suggests; None if it is no trace of a transformed program, or says nothing."""
    reader = _Reader()
    for name, function, value in assignments_matching(raw, (_NAMED,)):
        reader.read(name, function, value)
    values = reader.values(program) if reader.witnesses else {}
    return InputHint(strategy, values) if values else None


@dataclass
class _Reader:
    """Follows a trace; `at` is the iteration that is being visited, counted from 0.

    `initial` and `written` are the contents of witness cells, `given` the values of scalars by iteration.
    """

    at: int = 0
    witnesses: dict[str, int] = field(default_factory=dict)
    initial: dict[str, int] = field(default_factory=dict)
    written: dict[str, dict[int, int]] = field(default_factory=dict)
    given: dict[str, dict[int, int]] = field(default_factory=dict)
    pending: dict[str, list[int]] = field(default_factory=dict)

    def read(self, name: str, function: str, value: int) -> None:
        if match := _VISIT.fullmatch(name):
            self._visits(match[1], int(match[2]), value)
        elif match := _SEEN.fullmatch(name):
            self._proceeds(match[1], value)
        elif name.startswith("i_") and function == "main":
            self.witnesses.setdefault(name.removeprefix("i_"), value)
        elif name.startswith("x_"):
            self._cell(name.removeprefix("x_"), function, value)
        elif function in ("main", ""):
            self.given.setdefault(name, {})[self.at] = value

    def _visits(self, loop: str, number: int, iteration: int) -> None:
        """The iterations of one loop, ascending, before the first of them is run."""
        self.pending[loop] = [*(self.pending.get(loop, []) if number > 1 else []), iteration]
        self.at = self.pending[loop][0] - 1

    def _proceeds(self, loop: str, iteration: int) -> None:
        """A visit has ended; 0 says that none was made yet."""
        later = [number for number in self.pending.get(loop, []) if number > iteration]
        self.at = later[0] - 1 if later else 0

    def _cell(self, array: str, function: str, value: int) -> None:
        if function == f"write_{array}":
            self.written.setdefault(array, {})[self.at] = value
        elif function in ("main", ""):
            self.initial.setdefault(array, value)

    def values(self, program: Program) -> dict[Where, Visits]:
        """The values by the place where they enter."""
        found: dict[Where, Visits] = {}
        for array in program.arrays.values():
            witness = self.witnesses.get(array.name, next(iter(self.witnesses.values())))
            if array.name in self.initial and witness < _FARTHEST:
                found[array.where] = ((witness, self.initial[array.name]),)
        for scalar in program.scalars.values():
            if 0 in self.given.get(scalar.name, {}):
                found[scalar.where] = ((0, self.given[scalar.name][0]),)
        for stmt in statements(program.body):
            if isinstance(stmt, Havoc):
                source = self.written if isinstance(stmt.target, Element) else self.given
                visits = _near(source.get(target_name(stmt.target), {}))
                if visits:
                    found[stmt.where] = visits
        return found


def _near(given: Mapping[int, int]) -> Visits:
    return tuple((visit, value) for visit, value in sorted(given.items()) if visit < _FARTHEST)
