"""Interleaving: an array that holds several sequences in turn is one array for each of them.

What it does: where every access to an array is known to be to a cell `w * row + part` with a constant part below w, the
cells of each part become an array of their own, `a[4 * i + 1]` is `a_1[i]`, and positions that move by whole rows count
rows. What is left is handed to the other strategies like a program of its own.

When it applies: to numbers that are stored byte by byte, pairs, records in flat memory: the parts of a row are then
written in one iteration, and read in one, and of each array an iteration accesses one cell.

Why it is sound (docs/theory.md 17): a position and the number `w * row + part` that stands for it are equal modulo
2^bits of its type. That each row lies within its array is proved of the new program, so that the number is one that
the type holds, and they are equal; cells and pairs of a row and a part are then the same thing.

Example: `p[0] = v >> 8; p[1] = v; p += 2;` in one loop, and `a[2 * i] << 8 | a[2 * i + 1]` in the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from veriabs.core.copying import replace
from veriabs.core.ctree import elements_of, fresh, integer, names, statements, with_operands
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Var
from veriabs.core.goals import GoalKind
from veriabs.core.graphs import reachable
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Array, Initial, Part, Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Havoc, If, Loop, Stmt
from veriabs.core.strategy import Dialogue, Facts, Strategy, through
from veriabs.core.types import LLONG, CType, IntType
from veriabs.core.typing_rules import type_of
from veriabs.loops.flatten import isolated, reduced, up_to, written_out

WIDEST = 8
"""Parts of a row, at most."""

MOST_CELLS = 2**31 - 1
"""Cells of an array that every position of 32 bits or more may stand for."""

_Place = tuple[Expr, int]
"""A row and the part in it."""

_Known = dict[str, _Place]
"""Where scalars stand, as far as the part is known; the row is that of the scalar, or was computed of another one's."""


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof of the assertion in the program with an array for each part."""
    return (yield from through(parts(facts.program, model.assertion), facts))


def parts(program: Program, assertion: Assert) -> Iterator[Part | Reason]:
    """The program with an array for each part, or that there is none."""
    found = interleaved(program, assertion)
    if found is None:
        yield Reason(ReasonKind.NOT_APPLICABLE, "no array holds several sequences in turn", assertion.where)
    else:
        yield Part("program with parts told apart", found)


def interleaved(program: Program, assertion: Assert) -> Program | None:
    """The program of one assertion, with an array for each part of a row; None if there is no such array.

    Of a check there is none: it is about an access as it stands, and there may be hundreds. Nor is there one of an
    assertion that such an array has no influence on.
    """
    if assertion.kind is not GoalKind.ASSERTION or not _is_plausible(program):
        return None
    if not _is_plausible(reduced(program, assertion.number)):
        return None
    body = written_out(up_to(isolated(program.body, assertion.number), assertion.number), program)
    small = replace(program, body=body)
    return next(filter(None, (_told_apart(small, width) for width in range(WIDEST, 1, -1))), None)


def _is_plausible(program: Program) -> bool:
    """Is there an array that is accessed at several indices? Mostly not so, and cheap to ask."""
    indices: dict[str, set[Expr]] = {}
    for element in elements_of(program.body):
        if _cells(program.arrays[element.array]):
            indices.setdefault(element.array, set()).add(element.indices[0])
    return any(len(found) > 1 and not all(isinstance(i, Const) for i in found) for found in indices.values())


def _cells(array: Array) -> int:
    """The number of cells of an array that may be told apart, or 0."""
    match array.sizes:
        case (Const(value=int(cells)),) if WIDEST <= cells <= MOST_CELLS:
            return cells
        case _:
            return 0


def _told_apart(program: Program, width: int) -> Program | None:
    """The program with rows of so many parts, if there is an array of such rows."""
    written = (s.target for s in statements(program.body) if isinstance(s, Assign) and isinstance(s.target, Var))
    moving = {v.name for v in written if _bits(v.type)}
    arrays = {array.name for array in program.arrays.values() if _cells(array)}
    while arrays:
        teller = _Teller(program, width, frozenset(moving), frozenset(arrays))
        body = teller.whole()
        arrays -= {name for name in arrays if name in teller.failed or not teller.is_interleaved(name)}
        wanted = _positions(program, frozenset(arrays)) & moving - teller.failed
        if arrays == teller.arrays and wanted == moving:
            return teller.program_of(body)
        moving = set(wanted)
    return None


def _positions(program: Program, arrays: frozenset[str]) -> frozenset[str]:
    """The scalars that are in an index of the arrays, or are assigned to one of those."""
    used = {n for e in elements_of(program.body) if e.array in arrays for n in names(e.indices[0])}
    sources: dict[str, set[str]] = {}
    for stmt in statements(program.body):
        if isinstance(stmt, Assign) and isinstance(stmt.target, Var):
            sources.setdefault(stmt.target.name, set()).update(names(stmt.value))
    return reachable(used, sources)


def _bits(ctype: CType | None) -> int:
    """The bits of a type in which positions may be computed, or 0."""
    return ctype.bits if isinstance(ctype, IntType) and ctype.bits in (32, 64) else 0


@dataclass
class _Teller:
    """Rewrites the accesses to the arrays, and the scalars that may be moving positions; `failed` are those of both
    of which something else than a row and a constant part is needed."""

    program: Program
    width: int
    moving: frozenset[str]
    arrays: frozenset[str]
    failed: set[str] = field(default_factory=set)
    seen: dict[str, dict[int, bool]] = field(default_factory=dict)
    left: list[list[_Known]] = field(default_factory=list)
    gone_on: list[list[_Known]] = field(default_factory=list)

    def __post_init__(self) -> None:
        taken = {*self.program.scalars, *self.program.arrays}
        self.rows = {name: Var(fresh(f"{name}_row", taken), LLONG) for name in sorted(self.moving)}
        self.names = {a: [fresh(f"{a}_{part}", taken) for part in range(self.width)] for a in sorted(self.arrays)}

    def whole(self) -> tuple[Stmt, ...]:
        """The body, from what scalars hold before the first statement."""
        zeros = (name for name in self.moving if self.program.scalars[name].initial is Initial.ZERO)
        return self._body(self.program.body, {name: (self.rows[name], 0) for name in zeros})[0]

    def is_interleaved(self, array: str) -> bool:
        """Are several parts of it accessed, and one of them at a row that is no constant?"""
        found = self.seen.get(array, {})
        return len(found) > 1 and any(found.values())

    def program_of(self, body: tuple[Stmt, ...]) -> Program:
        """The program with this body, and with what is declared for it."""
        scalars = dict(self.program.scalars)
        for name, row in self.rows.items():
            scalars[row.name] = replace(scalars.pop(name), name=row.name, type=LLONG)
        arrays = dict(self.program.arrays)
        for name, found in self.names.items():
            array = arrays.pop(name)
            for part, new in enumerate(found):
                rows = (_cells(array) - part + self.width - 1) // self.width
                arrays[new] = replace(array, name=new, sizes=(integer(rows),))
        return replace(self.program, body=body, scalars=scalars, arrays=arrays)

    # ------------------------------------------------------------------------------------------------------ statements

    def _body(self, body: tuple[Stmt, ...], known: _Known | None) -> tuple[tuple[Stmt, ...], _Known | None]:
        """The statements, and what is known behind them; None where nothing is run."""
        result: list[Stmt] = []
        for stmt in body:
            if known is None:
                break
            before = known
            new, known = self._stmt(stmt, known)
            if not _is_in_place(new, stmt, before):
                result.append(new)
        return tuple(result), known

    def _stmt(self, stmt: Stmt, known: _Known) -> tuple[Stmt, _Known | None]:
        match stmt:
            case Assign(target=Var(name=name, type=ctype), value=value) if name in self.moving:
                return self._moved(stmt, self._row(value, _bits(ctype), known), known)
            case Havoc(target=Var(name=name)) if name in self.moving:
                self.failed.add(name)
                return stmt, known
            case Assign(target=Element() as target, value=value):
                return replace(stmt, target=self._element(target, known), value=self._over(value, known)), known
            case Assign(value=value):
                return replace(stmt, value=self._over(value, known)), known
            case Havoc(target=Element() as target):
                return replace(stmt, target=self._element(target, known)), known
            case Assert(test=test):
                return replace(stmt, test=self._over(test, known)), known
            case If():
                return self._if(stmt, known)
            case Loop():
                return self._loop(stmt, known)
            case _:
                return self._jump(stmt, known)

    def _jump(self, stmt: Stmt, known: _Known) -> tuple[Stmt, _Known | None]:
        match stmt:
            case Break():
                self.left[-1].append(known)
            case Continue():
                self.gone_on[-1].append(known)
            case Halt():
                pass
            case Havoc():
                return stmt, known
            case _:  # something that arrays or positions may be in
                self.failed |= self.arrays
                return stmt, known
        return stmt, None

    def _moved(self, stmt: Assign, to: _Place | None, known: _Known) -> tuple[Stmt, _Known]:
        assert isinstance(stmt.target, Var)
        name = stmt.target.name
        if to is None:
            self.failed.add(name)
            return stmt, known
        row = self.rows[name]
        kept = {n: self._own(n, place) if row.name in names(place[0]) else place for n, place in known.items()}
        copied = row.name not in names(to[0]) and _is_simple(to[0])
        return replace(stmt, target=row, value=to[0]), {**kept, name: to if copied else (row, to[1])}

    def _own(self, name: str, place: _Place) -> _Place:
        return self.rows[name], place[1]

    def _both(self, one: _Known | None, two: _Known | None) -> _Known | None:
        """What is known where two ways meet."""
        if one is None or two is None:
            return two if one is None else one
        same = {name: place for name, place in one.items() if name in two and two[name][1] == place[1]}
        return {name: place if two[name] == place else self._own(name, place) for name, place in same.items()}

    def _if(self, stmt: If, known: _Known) -> tuple[Stmt, _Known | None]:
        then, one = self._body(stmt.then, known)
        orelse, two = self._body(stmt.orelse, known)
        return replace(stmt, test=self._over(stmt.test, known), then=then, orelse=orelse), self._both(one, two)

    def _loop(self, stmt: Loop, known: _Known) -> tuple[Stmt, _Known]:
        """The loop, with what is known at its head each time."""
        known = {name: self._own(name, place) for name, place in known.items()}
        while True:
            self.left.append([])
            self.gone_on.append([])
            body, end = self._body(stmt.body, known)
            for one in self.gone_on.pop():
                end = self._both(end, one)
            update, after = self._body(stmt.update, {} if end is None else end)
            behind = self.left.pop()
            again = known if end is None else self._both(known, after)
            assert again is not None
            again = {name: self._own(name, place) for name, place in again.items()}
            if again == known:
                break
            known = again
        new = replace(stmt, test=self._over(stmt.test, known), body=body, update=update)
        for one in behind:
            known = self._both(known, one) or {}
        return new, known

    # ----------------------------------------------------------------------------------------------------- expressions

    def _over(self, expr: Expr, known: _Known) -> Expr:
        match expr:
            case Element():
                return self._element(expr, known)
            case Var(name=name) if name in self.moving:
                if name not in known:
                    self.failed.add(name)
                    return expr
                row, part = known[name]
                return Cast(expr.type, _plus(_times(self.width, row), integer(part, LLONG)))
            case _:
                return with_operands(expr, lambda part: self._over(part, known))

    def _element(self, element: Element, known: _Known) -> Element:
        if element.array not in self.arrays:
            return replace(element, indices=tuple(self._over(index, known) for index in element.indices))
        index = element.indices[0]
        found = self._row(index, _bits(type_of(index, self.program.task.data_model)), known)
        if found is None:
            self.failed.add(element.array)
            return element
        row, part = found
        parts = self.seen.setdefault(element.array, {})
        parts[part] = parts.get(part, False) or not isinstance(row, Const)
        return Element(self.names[element.array][part], (row,), element.type)

    def _row(self, expr: Expr, bits: int, known: _Known) -> _Place | None:
        """The row and the part of a position that is computed in words of so many bits; None if they are not known."""
        kind = type_of(expr, self.program.task.data_model)
        match expr:
            case Const(value=int(value)) if bits:
                return integer(value // self.width, LLONG), value % self.width
            case _ if not bits or _bits(kind) != bits:
                return None
            case Var(name=name) if name in self.moving and name in known:
                return known[name]
            case Cast(operand=inner):
                return self._row(inner, bits, known)
            case Binary(op="+" | "-" as op, left=left, right=right):
                one, two = self._row(left, bits, known), self._row(right, bits, known)
                return self._sum(op, one, two) if one and two else None
            case (
                Binary(op="*", left=Const(value=int(factor)), right=scaled)
                | Binary(op="*", left=scaled, right=Const(value=int(factor)))
            ) if factor % self.width == 0:
                row = Cast(LLONG, self._over(scaled, known))
                return _times(factor // self.width, row), 0
            case _:
                return None

    def _sum(self, op: str, one: _Place, two: _Place) -> _Place:
        part = one[1] + two[1] if op == "+" else one[1] - two[1]
        return _plus(_plus(one[0], two[0], op), integer(part // self.width, LLONG)), part % self.width


def _is_simple(row: Expr) -> bool:
    """Is it the row of a scalar, one at a constant distance of it, or a constant?"""
    match row:
        case Var() | Const() | Binary(left=Var(), right=Const()):
            return True
        case _:
            return False


def _is_in_place(new: Stmt, old: Stmt, known: _Known) -> bool:
    """Is it a step within a row, after which everything is where it was?"""
    match new, old:
        case Assign(target=Var() as row, value=value), Assign(target=Var(name=name)) if row.name != name:
            return name in known and known[name][0] == value
        case _:
            return False


def _plus(one: Expr, two: Expr, op: str = "+") -> Expr:
    match one, two:
        case Const(value=int(left)), Const(value=int(right)):
            return integer(left + right if op == "+" else left - right, LLONG)
        case _, Const(value=0):
            return one
        case Binary(op="+", left=base, right=Const(value=int(left))), Const(value=int(right)) if op == "+":
            return _plus(base, integer(left + right, LLONG))
        case Const(value=0), _ if op == "+":
            return two
        case _:
            return Binary(op, one, two)


def _times(factor: int, row: Expr) -> Expr:
    return row if factor == 1 else Binary("*", integer(factor, LLONG), row)


STRATEGY = Strategy(rank=57, prove=prove)
