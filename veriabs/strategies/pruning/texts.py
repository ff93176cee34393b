"""What the generated programs of pruning share: declarations, and how parts of the task are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import PurePath

from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer, mentions, statements
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Array, Scalar
from veriabs.core.statements import Assert, Havoc, If, Stmt
from veriabs.core.types import LLONG, CType
from veriabs.encode.emit import PRINTER, frame
from veriabs.encode.spell import at, declare
from veriabs.loops.affine import Affine
from veriabs.strategies.pruning.sweeps import ArrayTraversal, Part, Straight, elements_read, read_elements, targets

FAR = 1 << 50
"""Columns lie within this distance of 0."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Prints a task whose parts are known."""

    model: LoopModel
    parts: tuple[Part, ...]

    @property
    def scalars(self) -> list[Scalar]:
        used = self._used()
        return [scalar for name, scalar in self.model.scalars.items() if name in used]

    @property
    def arrays(self) -> list[Array]:
        used = self._used()
        return [array for name, array in self.model.program.arrays.items() if name in used]

    @property
    def written_arrays(self) -> list[Array]:
        written = {element.array for part in self.parts for element in targets(_code(part))}
        return [array for array in self.arrays if array.name in written]

    def _used(self) -> frozenset[str]:
        used: set[str] = set()
        for part in self.parts:
            if isinstance(part, ArrayTraversal):
                used |= part.facts.read | part.facts.written | {atom for atom, _ in part.base.terms}
            else:
                used |= mentions(part)
        return frozenset(used)

    def context(self, body: Straight = (), drawn: Iterable[CType] = ()) -> dict[str, object]:
        """What every template needs; `drawn` are types of arbitrary values that stand in none of the parts."""
        inside = {s.target.type for part in self.parts for s in statements(_code(part)) if isinstance(s, Havoc)}
        return {
            **frame(body, self.scalars, self.arrays, drawn=inside | {*drawn}),
            "file": PurePath(self.model.assertion.where.file).name,
            "assert_line": self.model.assertion.where.line,
        }


def _code(part: Part) -> Straight:
    return part.statements if isinstance(part, ArrayTraversal) else part


def printer(
    *,
    element: Callable[[Element, tuple[str, ...]], str] | None = None,
    violate: str = "",
    leave: str = "",
    proceed: str = "",
    block: str = "return 0;",
) -> Printer:
    """A printer of the task's own statements; `violate` is the text of the assertion, `{test}` its condition."""
    def violated(stmt: Assert, test: str) -> str:
        return violate.format(test=test)

    cells = element or PRINTER.element
    return replace(PRINTER, element=cells, violate=violated, leave=leave, proceed=proceed, block=block)


def sum_of(form: Affine) -> Expr:
    """A sum of scalars and a constant, computed in long long."""
    scalars = [(factor, Cast(LLONG, Var(atom, LLONG))) for atom, factor in form.terms]
    terms: list[Expr] = [x if factor == 1 else Binary("*", integer(factor, LLONG), x) for factor, x in scalars]
    if form.constant or not terms:
        terms.append(integer(form.constant, LLONG))
    return reduce(lambda left, right: Binary("+", left, right), terms)


def sum_text(form: Affine) -> str:
    """The sum as C text."""
    return Printer().expr(sum_of(form))


def counters_at(sweep: ArrayTraversal, iteration: str) -> list[str]:
    """Statements that set the counters to what they are when an iteration begins."""
    return [f"{a.variable.name} = {Printer().expr(at(a.form, iteration))};" for a in sweep.facts.accelerable]


def starts_of(sweep: ArrayTraversal) -> list[str]:
    """Declarations of the snapshots that the closed forms are over."""
    return [f"const {declare(a.start.type, a.start.name)} = {a.variable.name};" for a in sweep.facts.accelerable]


def trips_of(sweep: ArrayTraversal) -> str:
    assert sweep.facts.trips is not None
    return Printer().expr(sweep.facts.trips)


def straight_lines(
    code: Straight, texts: Printer, before: Callable[[Stmt], list[str]], depth: int = 1
) -> list[str]:
    """C text of straight-line code with lines of the caller's own in front of each statement."""
    pad = "  " * depth
    lines: list[str] = []
    for stmt in code:
        lines += [pad + line for line in before(stmt)]
        if not isinstance(stmt, If) or not read_elements((*stmt.then, *stmt.orelse)):
            lines += texts.lines((stmt,), depth)
            continue
        lines += [f"{pad}if ({texts.expr(stmt.test)}) {{", *straight_lines(stmt.then, texts, before, depth + 1)]
        if stmt.orelse:
            lines += [f"{pad}}} else {{", *straight_lines(stmt.orelse, texts, before, depth + 1)]
        lines.append(pad + "}")
    return lines


def statement_cells(stmt: Stmt) -> list[Element]:
    """Each cell that the statement itself reads, once."""
    return list(dict.fromkeys(elements_read(stmt)))


def index_text(expr: Expr) -> str:
    return f"(long long)({Printer().expr(expr)})"
