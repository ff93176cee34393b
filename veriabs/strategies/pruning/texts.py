"""What the generated programs of pruning share: declarations, and how parts of the task are printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from veriabs.core.ctext import Printer, nondet
from veriabs.core.ctree import expressions, names, statements, writes
from veriabs.core.expressions import Element, Expr
from veriabs.core.loop_model import ITERATION, LoopModel
from veriabs.core.program import Array, Initial, Scalar
from veriabs.core.statements import Havoc, If, Stmt
from veriabs.core.types import INT, LLONG
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
                used |= writes(part) | {n for s in statements(part) for e in expressions(s) for n in names(e)}
        return frozenset(used)

    def declarations(self) -> dict[str, object]:
        """The declarations that every program needs, for the templates."""
        types = {s.type for s in self.scalars} | {a.type for a in self.arrays} | {INT, LLONG, ITERATION.type}
        for part in self.parts:
            types |= {s.target.type for s in statements(_code(part)) if isinstance(s, Havoc)}
        return {
            "file": PurePath(self.model.assertion.where.file).name,
            "assert_line": self.model.assertion.where.line,
            "nondets": sorted({(t.name, nondet(t)) for t in types}),
            "scalars": [declare(s.type, s.name) for s in self.scalars],
            "arrays": [declare(a.type, a.name) for a in self.arrays],
            "arbitrary": [a.name for a in self.arrays if a.initial is Initial.NONDET],
            "initial": [(s.name, nondet(s.type)) for s in self.scalars if s.initial is Initial.NONDET],
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
    plain = Printer(
        havoc=lambda stmt, target: f"{target} = {nondet(stmt.target.type)}();",
        violate=lambda stmt, test: violate.format(test=test),
        leave=leave,
        proceed=proceed,
        block=block,
    )
    if element is None:
        return plain
    return Printer(
        element=element,
        havoc=plain.havoc,
        violate=plain.violate,
        leave=leave,
        proceed=proceed,
        block=block,
    )


def sum_text(form: Affine) -> str:
    """C text of a sum of scalars and a constant, computed in long long."""
    terms = [f"{factor} * (long long){atom}" if factor != 1 else f"(long long){atom}" for atom, factor in form.terms]
    if form.constant or not terms:
        terms.append(str(form.constant) if form.constant >= 0 or not terms else f"({form.constant})")
    return " + ".join(terms)


def counters_at(sweep: ArrayTraversal, iteration: str, *, local: bool = False) -> list[str]:
    """Statements that set the counters to what they are when an iteration begins, as new variables if asked."""
    return [
        f"{declare(a.variable.type, a.variable.name) if local else a.variable.name} = {text};"
        for a in sweep.facts.accelerable
        for text in (Printer().expr(at(a.form, iteration)),)
    ]


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
