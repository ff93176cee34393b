"""Common parts of pruning's generated programs: declarations, the entry of a sweep, and the assertion as a check."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from msgspec import Struct

from veriabs.core.ctree import FALSE, integer, transform
from veriabs.core.expressions import Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Array, Scalar
from veriabs.core.statements import Assert, Check, CheckId, CheckKind, Define, Stmt
from veriabs.core.types import LLONG
from veriabs.encode.emit import frame
from veriabs.encode.spell import sum_expression, trips_of
from veriabs.loops.affine import Affine
from veriabs.loops.facts import mentioned
from veriabs.strategies.pruning.sweeps import Part, Straight, Sweep, sweeps_of, targets

LEAST, MOST = integer(-(1 << 50), LLONG), integer(1 << 50, LLONG)
"""The bounds of columns."""


class TaskDeclarations(Struct, frozen=True):
    """The declarations for the programs of one task."""

    model: LoopModel
    parts: tuple[Part, ...]

    @property
    def scalars(self) -> list[Scalar]:
        used = self._used()
        return [scalar for name, scalar in self.model.scalars.items() if name in used]

    @property
    def writes_arrays(self) -> bool:
        return any(targets(part.statements if isinstance(part, Sweep) else part) for part in self.parts)

    def _used(self) -> frozenset[str]:
        sweeps = sweeps_of(self.parts)
        found = mentioned(part.facts if isinstance(part, Sweep) else part for part in self.parts)
        return found.union(atom for sweep in sweeps for atom, _ in sweep.base.terms)

    def context(self, body: Straight, scalars: Iterable[Scalar] = (), slots: Iterable[Array] = ()) -> dict[str, object]:
        """The template's context; `scalars` and `slots` are additional variables."""
        used = self._used()
        arrays = [array for name, array in self.model.program.arrays.items() if name in used]
        return self.framed(frame(body, [*self.scalars, *scalars], arrays, slots=slots))

    def framed(self, made: dict[str, object]) -> dict[str, object]:
        """The frame of a program with the data of its title."""
        where = self.model.assertion.where
        return {**made, "file": PurePath(where.file).name, "assert_line": where.line}


def with_checks(code: Straight, text: str, *, reach: bool) -> Straight:
    """The code with its assertions as checks with this text; with `reach`, as checks that always fail."""

    def check(stmt: Stmt) -> tuple[Stmt, ...]:
        if not isinstance(stmt, Assert):
            return (stmt,)
        return (Check(FALSE if reach else stmt.test, text, CheckId(CheckKind.GOAL), stmt.where),)

    return transform(code, check)


def first_position(sweep: Sweep) -> Var:
    """The variable that holds the first position of a sweep."""
    return Var(f"first_{sweep.number}", LLONG)


def entry_of(sweep: Sweep, base: Affine) -> tuple[Stmt, ...]:
    """Definitions at the loop's entry: the counters' initial values, the trip count, and the first position."""
    facts, where = sweep.facts, sweep.facts.loop.where
    assert facts.trips is not None
    return (
        *(Define(a.start, a.variable, where) for a in facts.accelerable),
        Define(trips_of(facts), facts.trips, where),
        Define(first_position(sweep), sum_expression(base), where),
    )
