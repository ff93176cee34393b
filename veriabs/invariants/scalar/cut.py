"""The task with every loop cut, as C text: k-induction (docs/theory.md 12) for its assertion and for candidates.

A loop is replaced by its first k-1 iterations from the state in front of it, and by k iterations in a row from an
arbitrary state in which the candidates hold; of these the last one is checked, the ones before it are known to be right
because they come first in the run. What is assumed of the start of an iteration is asserted at the entry and behind the
last iteration, so a run in which everything passes proves all of it by induction over the steps of a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from veriabs.core.ctree import Printer, elements_of, names, nondet, writes
from veriabs.core.expressions import Element, Expr, Var
from veriabs.core.program import Array, Initial
from veriabs.core.queries import CheckedQuery, CheckId, CheckKind, Query
from veriabs.core.runs import Claim, Outcome
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop, Stmt
from veriabs.core.types import INT, ULLONG, CType
from veriabs.encode.spell import FAR, at, declare, flat_index
from veriabs.invariants.bounds import entry_of
from veriabs.invariants.scalar.subject import Subject, used

Candidates = Mapping[int, tuple[Expr, ...]]
"""Candidate invariants by the number of their loop, over scalars, their values at the entry, and the iteration."""

LONGEST = 1200
"""Lines of a generated program; every inner loop is written out once for each iteration of the outer one."""


def cut_program(subject: Subject, candidates: Candidates, k: int) -> Query | None:
    """The program that proves the assertion and the candidates, or None if it gets too long.

    Where the user's program has no array, there is no access that could be out of bounds.
    """
    writer = _Writer(subject, candidates, k)
    body = writer.body(subject.program.body, _Place(True))
    if len(body) > LONGEST:
        return None
    scalars, arrays = used(subject), writer.arrays()
    written = writes(subject.program.body)
    context: dict[str, object] = {
        "file": subject.program.task.path.name,
        "line": subject.assertion.where.line,
        "k": k,
        "holds": holds_text(subject),
        "nondets": sorted({(t.name, nondet(t)) for t in writer.types | {s.type for s in scalars}}),
        "scalars": [declare(s.type, s.name) for s in scalars],
        "arrays": [declare(a.type, a.name) for a in arrays],
        "checks": [(_function(loop, n), candidate_name(subject, loop, n)) for loop, n in _numbered(candidates)],
        "arbitrary": [a.name for a in arrays if a.initial is Initial.NONDET],
        "initial": [(s.name, nondet(s.type)) for s in scalars if s.initial is Initial.NONDET],
        "body": ["  " + line for line in body],
    }
    ids = {holds_text(subject): CheckId(CheckKind.GOAL)}
    for loop, n in _numbered(candidates):
        ids[candidate_name(subject, loop, n)] = CheckId(CheckKind.STEP, subject.loops[loop].id, n)
    heavy = any(array.name in written for array in arrays)
    return Query(
        f"induction, k={k}", "induction/program", context, tuple(ids), unwind=1, claim=Claim.OVER, arrays=heavy, k=k,
        accesses=not subject.accesses, ids=ids,
    )  # fmt: skip


def holds_text(subject: Subject) -> str:
    """Description of the check of the assertion."""
    return f"the assertion at line {subject.assertion.where.line} holds"


def candidate_name(subject: Subject, loop: int, number: int) -> str:
    """Description of the check of one candidate."""
    return f"invariant {number} of loop {loop + 1} at line {subject.loops[loop].where.line} is kept"


def kept(subject: Subject, tried: Candidates, piece: CheckedQuery) -> Candidates:
    """The candidates that no check of this run refuted."""
    if piece.run.outcome is not Outcome.FAILURE:
        return tried
    passed = {check.description for check in piece.run.checks if check.status == "SUCCESS"}
    found = {
        loop: tuple(e for n, e in enumerate(exprs) if candidate_name(subject, loop, n) in passed)
        for loop, exprs in tried.items()
    }
    return {loop: exprs for loop, exprs in found.items() if exprs}


def _numbered(candidates: Candidates) -> list[tuple[int, int]]:
    return [(loop, n) for loop, exprs in sorted(candidates.items()) for n in range(len(exprs))]


def _function(loop: int, number: int) -> str:
    return f"kept_{loop + 1}_{number}"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where code stands: in `checked` code assertions are checked, in other code they are known to hold."""

    checked: bool
    leave: str = ""
    proceed: str = ""


@dataclass
class _Writer:
    """Writes the task; collects the types of arbitrary values. `loops` and `labels` count."""

    subject: Subject
    candidates: Candidates
    k: int
    types: set[CType] = field(default_factory=lambda: {INT, ULLONG})
    loops: int = 0
    labels: int = 0

    def arrays(self) -> list[Array]:
        body = self.subject.program.body
        mentioned = {element.array for element in elements_of(body)}
        return [a for a in self.subject.program.arrays.values() if a.name in mentioned]

    def body(self, body: Iterable[Stmt], place: _Place) -> list[str]:
        return [line for stmt in body for line in self._stmt(stmt, place)]

    def _stmt(self, stmt: Stmt, place: _Place) -> list[str]:
        printer = self._printer(place)
        match stmt:
            case Loop():
                return self._loop(stmt, place.checked)
            case If(test=test, then=then, orelse=orelse):
                lines = [f"if ({printer.expr(test)}) {{", *_deeper(self.body(then, place))]
                if orelse:
                    lines += ["} else {", *_deeper(self.body(orelse, place))]
                return [*lines, "}"]
            case Assert(number=number) if number != self.subject.number:
                return []
            case Assert(test=test):
                checked = [f"at_assertion({printer.expr(test)});"] if place.checked else []
                return [*checked, f"__CPROVER_assume({printer.expr(test)});"]
            case Assign(target=Element(array=name)) | Havoc(target=Element(array=name)) if not self._known(name):
                return []
            case _:
                return printer.lines((stmt,), 0)

    def _known(self, array: str) -> bool:
        return array in self.subject.program.arrays

    def _printer(self, place: _Place) -> Printer:
        def element(cell: Element, indices: tuple[str, ...]) -> str:
            if not self._known(cell.array):
                self.types.add(cell.type)
                return f"{nondet(cell.type)}()"
            sizes = tuple(Printer().expr(size) for size in self.subject.program.arrays[cell.array].sizes)
            return f"{cell.array}[{flat_index(indices, sizes)}]"

        def havoc(stmt: Havoc, target: str) -> str:
            self.types.add(stmt.target.type)
            return f"{target} = {nondet(stmt.target.type)}();"

        return Printer(
            element=element, havoc=havoc, leave=place.leave, proceed=place.proceed, block="__CPROVER_assume(0);"
        )  # fmt: skip

    # ----------------------------------------------------------------------------------------------------------- loops

    def _loop(self, loop: Loop, checked: bool) -> list[str]:
        number = self.loops
        self.labels += 1
        leave, k = f"leave_{self.labels}", self.k if checked else 1
        lines = [f"const {declare(v.type, entry_of(v).name)} = {v.name};" for v in self._snapshots(number)]
        lines += self._asserted(number, "1") if checked else []
        for u in range(1, k):
            lines += [f"/* iteration {u} */", *self._iteration(loop, number, leave, True)]
            lines += self._asserted(number, str(u + 1))
        lines += ["/* an arbitrary iteration */", *self._havoc(loop)]
        lines.append(f"const iteration itno_{number + 1} = nondet_unsigned_long_long();")
        itno = f"itno_{number + 1}"
        lines.append(f"__CPROVER_assume(1 <= {itno} && {itno} <= {FAR}ULL);")
        lines += self._assumed(number, itno)
        for u in range(1, k):
            lines += [*self._iteration(loop, number, "", False), *self._assumed(number, f"{itno} + {u}")]
        lines += [*self._iteration(loop, number, leave, checked)]
        lines += self._asserted(number, f"{itno} + {k}") if checked else []
        lines.append("__CPROVER_assume(0);")
        return [f"/* the loop at line {loop.where.line} */", "{", *_deeper(lines), f"  {leave}:;", "}"]

    def _iteration(self, loop: Loop, number: int, leave: str, checked: bool) -> list[str]:
        """One iteration; without a place to leave to, a run that leaves is another iteration's business."""
        self.loops = number + 1
        self.labels += 1
        proceed = f"next_{self.labels}"
        out = f"goto {leave};" if leave else "__CPROVER_assume(0);"
        place = _Place(checked, out, f"goto {proceed};")
        lines = [f"if (!({self._printer(place).expr(loop.test)})) {out}", *self.body(loop.body, place)]
        if any(f"goto {proceed};" in line for line in lines):
            lines.append(f"{proceed}:;")
        return [*lines, *self.body(loop.update, place)]

    def _snapshots(self, number: int) -> list[Var]:
        wanted = {name for expr in self.candidates.get(number, ()) for name in names(expr)}
        scalars = (Var(s.name, s.type) for s in self.subject.program.scalars.values())
        return [v for v in scalars if entry_of(v).name in wanted]

    def _asserted(self, number: int, itno: str) -> list[str]:
        return [f"{_function(number, n)}({text});" for n, text in enumerate(self._candidates(number, itno))]

    def _assumed(self, number: int, itno: str) -> list[str]:
        return [f"__CPROVER_assume({text});" for text in self._candidates(number, itno)]

    def _candidates(self, number: int, itno: str) -> list[str]:
        return [Printer().expr(at(expr, itno)) for expr in self.candidates.get(number, ())]

    def _havoc(self, loop: Loop) -> list[str]:
        lines = []
        for name in sorted(writes((loop,))):
            scalar = self.subject.program.scalars.get(name)
            if scalar is not None:
                self.types.add(scalar.type)
                lines.append(f"{name} = {nondet(scalar.type)}();")
            elif self._known(name):
                lines.append(f"__CPROVER_havoc_object({name});")
        return lines


def _deeper(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]
