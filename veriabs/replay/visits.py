"""From the trace of a failed transformed program (witness index) to values for the whole program.

The trace holds the witness index, the contents of the witness cell of each array, and which iterations of each loop
were visited. An input that is read in a visited iteration gets that iteration's number; one elsewhere is the first of
its place. Whether all this is a run of the program is not asked: only the replay decides.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from veriabs.core.ctree import statements, target_name
from veriabs.core.expressions import Element
from veriabs.core.program import Program
from veriabs.core.queries import Told, ToldKind
from veriabs.core.source import Where
from veriabs.core.statements import Havoc
from veriabs.replay.input_hints import InputHint, Visits
from veriabs.solvers.trace import assignments_told

_FARTHEST = 1 << 40
"""Indices and iterations from there on are negative numbers or belong to no array."""


def visited(raw: str, told: Mapping[str, Told], program: Program, strategy: str) -> InputHint | None:
    """What the trace suggests; None if it is no trace of a transformed program, or says nothing."""
    kept = {one.name: one.number for one in told.values() if one.kind is ToldKind.KEPT}
    reader = _Reader(kept)
    for one, function, value in assignments_told(raw, told):
        reader.read(one, value, first=function in ("main", ""))
    values = reader.values(program) if reader.witnesses else {}
    return InputHint(strategy, values) if values else None


class _Reader(Struct):
    """Follows a trace; `at` is the iteration that is being visited, counted from 0.

    `kept` is by array at which index its cell is kept, `witnesses` are the indices. `initial` and `written` are the
    contents of the kept cells, `given` the values of scalars by iteration.
    """

    kept: Mapping[str, int]
    at: int = 0
    witnesses: dict[int, int] = field(default_factory=dict)
    initial: dict[str, int] = field(default_factory=dict)
    written: dict[str, dict[int, int]] = field(default_factory=dict)
    given: dict[str, dict[int, int]] = field(default_factory=dict)
    pending: dict[int, list[int]] = field(default_factory=dict)

    def read(self, one: Told, value: int, *, first: bool) -> None:
        """`first`: outside of the functions that stand for accesses."""
        match one.kind:
            case ToldKind.VISIT:
                self._visits(one.number, one.slot, value)
            case ToldKind.PASSED:
                self._proceeds(one.number, value)
            case ToldKind.INDEX if first:
                self.witnesses.setdefault(one.number, value)
            case ToldKind.KEPT if first:
                self.initial.setdefault(one.name, value)
            case ToldKind.KEPT:
                self.written.setdefault(one.name, {})[self.at] = value
            case ToldKind.SCALAR if first:
                self.given.setdefault(one.name, {})[self.at] = value

    def _visits(self, loop: int, number: int, iteration: int) -> None:
        """The iterations of one loop, ascending, before the first of them is run."""
        self.pending[loop] = [*(self.pending.get(loop, []) if number > 1 else []), iteration]
        self.at = self.pending[loop][0] - 1

    def _proceeds(self, loop: int, iteration: int) -> None:
        """A visit has ended; 0 says that none was made yet."""
        later = [number for number in self.pending.get(loop, []) if number > iteration]
        self.at = later[0] - 1 if later else 0

    def values(self, program: Program) -> dict[Where, Visits]:
        """The values by the place where they enter."""
        found: dict[Where, Visits] = {}
        for array in program.arrays.values():
            witness = self.witnesses.get(self.kept.get(array.name, 0), _FARTHEST)
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
