"""Writes the straight-line code of one task; loops by a rule that is handed in (see `loops.loop_text`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from veriabs.core.ctext import Printer, nondet
from veriabs.core.ctree import elements_of, fresh, has, statements
from veriabs.core.expressions import Element, Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL, INT, ULLONG, CType
from veriabs.invariants.bounds import Invariants
from veriabs.loops.build import task_body
from veriabs.strategies.witness_index.cells import Plan


@dataclass(frozen=True, slots=True)
class Trust:
    """What the text may rely on.

    `invariants` are proved, by their loop. With `related`, what iterations keep of scalars is relied on
    too. `distrusted` are the names of facts whose checks failed.
    """

    invariants: Invariants = field(default_factory=dict)
    distrusted: frozenset[str] = frozenset()
    related: bool = False


def _read_with_relations(model: LoopModel) -> frozenset[str]:
    """Arrays that the checks keep as a whole: two reads of one cell in an iteration have to agree."""
    read = {e.array for part in task_body(model) if has(part, Loop) for e in elements_of(part)}
    return frozenset(name for name in read if len(model.program.arrays[name].sizes) == 1)


@dataclass(frozen=True, slots=True)
class Place:
    """Where code stands: `real` code checks the assertion, other code is an iteration that was gone through."""

    real: bool
    leave: str = ""
    proceed: str = ""


LoopText = Callable[["Writer", Loop, Place], list[str]]
"""The straight-line code for a loop that stands at a place."""


@dataclass
class Writer:
    """Writes one task; collects what has to be declared, and what each check is about by its description.

    With `checks` it writes the checks of what the text relies on instead: without cells, every loop cut.
    """

    loop_text: LoopText
    plan: Plan
    trust: Trust
    checks: bool = False
    types: set[CType] = field(default_factory=lambda: {BOOL, INT, ULLONG})
    used: set[str] = field(default_factory=set)
    about: dict[str, str] = field(default_factory=dict)
    flags: dict[str, str] = field(default_factory=dict)
    loops: int = 0
    helped: bool = False

    def __post_init__(self) -> None:
        model = self.plan.model
        self.taken = {*model.scalars, *model.program.arrays}
        self.taken |= {component.name for witness in self.plan.witnesses for component in witness.components}
        self.taken |= {cell.value.name for cell in self.plan.cells}
        arrays = dict.fromkeys(cell.array.name for cell in self.plan.cells)
        self.readers = {name: fresh(f"read_{name}", self.taken) for name in arrays}
        near = [n for n in arrays if len(model.program.arrays[n].sizes) == 1 and self.trust.related and not self.checks]
        self.near = {name: (fresh(f"j_{name}", self.taken), fresh(f"y_{name}", self.taken)) for name in near}
        self.kept = _read_with_relations(model) if self.checks and self.trust.related else frozenset()
        self.writers = {name: fresh(f"write_{name}", self.taken) for name in arrays}

    def task(self) -> list[str]:
        """The statements of the whole task."""
        return [line for part in task_body(self.plan.model) for line in self.body(part, 1, Place(real=True))]

    def body(self, body: Iterable[Stmt], depth: int, place: Place) -> list[str]:
        return [line for stmt in body for line in self._stmt(stmt, depth, place)]

    def asserts(self, body: Iterable[Stmt]) -> bool:
        """Does the task's assertion stand in the body?"""
        number = self.plan.model.assertion.number
        return any(isinstance(stmt, Assert) and stmt.number == number for stmt in statements(body))

    def written(self, name: str) -> str:
        """The flag that says that a witness variable or a scalar was written since it was cleared."""
        if name not in self.flags:
            self.flags[name] = fresh(f"{name}_written", self.taken)
        return self.flags[name]

    def nondet(self, ctype: CType) -> str:
        self.types.add(ctype)
        return nondet(ctype)

    def _stmt(self, stmt: Stmt, depth: int, place: Place) -> list[str]:
        pad = "  " * depth
        printer = self.printer(place)
        match stmt:
            case Loop():
                return [pad + line for line in self.loop_text(self, stmt, place)]
            case If(test=test, then=then, orelse=orelse):
                lines = [f"{pad}if ({printer.expr(test)}) {{", *self.body(then, depth + 1, place)]
                if orelse:
                    lines += [pad + "} else {", *self.body(orelse, depth + 1, place)]
                return [*lines, pad + "}"]
            case Assert(number=number) if number != self.plan.model.assertion.number:
                return []
            case Assert(test=test) if not place.real:
                return [f"{pad}__CPROVER_assume({printer.expr(test)});"]
            case Assert():
                return [pad + line for line in self._assertion(stmt, printer)]
            case Assign(target=Element() as target, value=value):
                return self._write(target, printer.expr(value), pad, printer)
            case Havoc(target=Element() as target):
                return self._write(target, f"{self.nondet(target.type)}()", pad, printer)
            case Assign(target=Var(name=name)) | Havoc(target=Var(name=name)) if name in self.flags:
                return [*printer.lines((stmt,), depth), f"{pad}{self.flags[name]} = 1;"]
            case _:
                return printer.lines((stmt,), depth)

    def _write(self, target: Element, value: str, pad: str, printer: Printer) -> list[str]:
        if target.array in self.kept:
            return [f"{pad}{printer.expr(target)} = {value};"]
        if self.checks or target.array not in self.writers:
            return []
        indices = ", ".join(printer.expr(index) for index in target.indices)
        return [f"{pad}{self.writers[target.array]}({indices}, {value});"]

    def _assertion(self, stmt: Assert, printer: Printer) -> list[str]:
        """The assertion may fail here: then the witness indices are those that were to be chosen."""
        if self.checks:
            return []
        lines = [f"if ({self.nondet(BOOL)}()) {{"]
        for witness in self.plan.witnesses:
            for component, value in zip(witness.components, witness.chosen or (), strict=False):
                lines.append(f"  __CPROVER_assume({component.name} == {printer.expr(value)});")
        return [*lines, f"  at_assertion({printer.expr(stmt.test)});", "  __CPROVER_assume(0);", "}"]

    def printer(self, place: Place) -> Printer:
        def element(cell: Element, indices: tuple[str, ...]) -> str:
            if cell.array in self.kept:
                return f"{cell.array}[{indices[0]}]"
            if self.checks or cell.array not in self.readers:
                return f"{self.nondet(cell.type)}()"
            return f"{self.readers[cell.array]}({', '.join(indices)})"

        def scalar(name: str) -> str:
            self.used.add(name)
            return name

        def havoc(stmt: Havoc, target: str) -> str:
            return f"{target} = {self.nondet(stmt.target.type)}();"

        return Printer(
            scalar=scalar, element=element, havoc=havoc, leave=place.leave, proceed=place.proceed,
            block="__CPROVER_assume(0);",
        )  # fmt: skip
