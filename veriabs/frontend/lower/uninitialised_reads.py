"""Check that local variables and cells of local arrays are set before use (`--check uninitialised`).

    int x; if (c) x = 1; return x;          x_set = 0; if (c) { x = 1; x_set = 1; } assert(x_set); return x;

Each variable declared without a value has a flag, and each such array a flag per cell. The declaration clears it, and
every statement that sets the variable raises it, also for writes through pointers, since core statements name the
variable. Copying a value that nothing depends on is not a use. Members of structs and allocated memory have no flags:
it is a condition that they are set, unless all of them surely are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod

from msgspec import Struct
from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.check_flags import SET_SUFFIX
from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.expressions import Const, Element, Expr, LValue, Var
from veriabs.core.goals import GoalKind
from veriabs.core.program import Array, Initial, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL
from veriabs.frontend.lower.context import Context
from veriabs.frontend.typed.types import ArrayOf, RecordType, Type, is_scalar

_MEMORY = "<memory>"
"""Stands for allocated memory among the names of variables that begin without a value."""
_UP, _DOWN = Const(1, BOOL), Const(0, BOOL)


def declare_unset(ctx: Context, node: c_ast.Decl, ctype: Type) -> None:
    """A variable starts without value; arguments that a harness passes are arbitrary but set."""
    element = ctype
    while isinstance(element, ArrayOf):
        element = element.element
    if node.init is None and (is_scalar(element) or isinstance(element, RecordType)) and _is_asked(ctx):
        ctx.unset.add((node.name, ctx.where(node)))


def allocate_unset(ctx: Context, where: Where) -> None:
    """Memory allocated here starts without values, which is no goal (see the module)."""
    if _is_asked(ctx):
        ctx.unset.add((_MEMORY, where))


def _is_asked(ctx: Context) -> bool:
    is_entry = ctx.calls[-1].name == "main" and ctx.task.entry.function != "main"
    return GoalKind.UNINITIALISED.value in ctx.task.checks and not is_entry


class Flags(Struct, frozen=True):
    """The flags of variables and arrays by name."""

    scalars: Mapping[str, Var]
    arrays: Mapping[str, str]

    @classmethod
    def of(cls, ctx: Context, body: Iterable[Stmt]) -> Flags:
        """Create the necessary flags; a variable that is always set before use needs none."""
        body = tuple(body)
        named = [one for one in ctx.scalars.values() if (one.source, one.where) in ctx.unset]
        needed = [one for one in named if not is_set_before_use(one.name, body)]
        scalars = {one.name: _flag(ctx, one) for one in needed}
        arrays = {}
        for one in [one for one in ctx.arrays.values() if (one.source, one.where) in ctx.unset]:
            if (sizes := _sizes(one)) and is_set_before_use(one.name, body, sizes):
                continue
            name = arrays[one.name] = ctx.names.fresh(f"{one.name}_set")
            ctx.arrays[name] = Array(name, BOOL, one.sizes, Initial.ZERO, f"{one.source}{SET_SUFFIX}", one.where)
        _assume_set_members(ctx, body)
        return cls(scalars, arrays)

    def begin(self, body: Iterable[Stmt]) -> tuple[Stmt, ...]:
        """The body after clearing the flags."""
        body = tuple(body)
        return (*(Assign(flag, _DOWN, body[0].where) for flag in self.scalars.values()), *body)

    def of_use(self, expr: Expr) -> Expr | None:
        """The flag of a read variable or cell, if it has one."""
        match expr:
            case Var(name=name):
                return self.scalars.get(name)
            case Element(array=name, indices=indices) if name in self.arrays:
                return Element(self.arrays[name], indices, BOOL)
            case _:
                return None

    def set_by(self, stmt: Stmt) -> tuple[Stmt, ...]:
        """The flag update before a statement that sets a variable or starts its lifetime anew."""
        if not isinstance(stmt, Assign | Havoc):
            return ()
        flag = self._flag(stmt.target)
        return () if flag is None else (Assign(flag, _DOWN if _is_declaration(stmt) else _UP, stmt.where),)

    def _flag(self, target: LValue) -> LValue | None:
        found = self.of_use(target)
        assert found is None or isinstance(found, Var | Element)
        return found


def _assume_set_members(ctx: Context, body: tuple[Stmt, ...]) -> None:
    """Record as a condition that members and allocated memory are set, if they may be unset at their use."""
    variables: tuple[Scalar | Array, ...] = (*ctx.scalars.values(), *ctx.arrays.values())
    for one in variables:
        owner = one.source.partition(".")[0].removesuffix("[]")
        allocated = (_MEMORY, one.where) in ctx.unset
        if not allocated and (owner == one.source or (owner, one.where) not in ctx.unset):
            continue
        if not is_set_before_use(one.name, body, _sizes(one) if isinstance(one, Array) else ()):
            line = one.where.line
            members = f"the members of {owner}, declared at line {line}, are set before use"
            text = f"the memory allocated at line {line} is set before use" if allocated else members
            ctx.assumed[VerdictCondition(ConditionKind.CHECK, text)] = None


def _sizes(array: Array) -> tuple[int, ...]:
    """The size of each dimension, or nothing if one is not constant."""
    sizes = tuple(int(size.value) for size in array.sizes if isinstance(size, Const))
    return sizes if len(sizes) == len(array.sizes) else ()


def _flag(ctx: Context, variable: Scalar) -> Var:
    flag = ctx.temporary(f"{variable.name}_set", BOOL, variable.where)
    ctx.scalars[flag.name] = replace(ctx.scalars[flag.name], source=f"{variable.source}{SET_SUFFIX}")
    return flag


def _is_declaration(stmt: Stmt) -> bool:
    """Whether it is the declaration of a variable without a value."""
    return isinstance(stmt, Havoc) and stmt.call is None and not stmt.unknown


def is_set_before_use(name: str, body: tuple[Stmt, ...], sizes: tuple[int, ...] = ()) -> bool:
    """Whether the statements set a variable on every path before they use it.

    For an array of these `sizes`, every used cell: at constant indices, or any cell if all are set.
    """
    return _DefiniteAssignment(name, sizes).body(body, frozenset())[1]


_Cells = frozenset[tuple[int, ...]]
"""Cells that are certainly set, by their indices; a variable is one cell without index."""


class _DefiniteAssignment(Struct, frozen=True):
    """Whether a variable, or each cell of an array, is set on every path to its uses."""

    name: str
    sizes: tuple[int, ...]

    def body(self, body: tuple[Stmt, ...], known: _Cells) -> tuple[_Cells, bool]:
        """The cells set after the body, and whether every use is of a set cell; `known` are set before."""
        good = True
        for stmt in body:
            if isinstance(stmt, Loop):
                for begun in filter(self._is_declaration, ctree.statements((*stmt.body, *stmt.update))):
                    known = self._forget_lifetime(known, begun)
            good = good and all(self._is_set(used, known) for used in self._uses(stmt))
            known, fine = self._state_after(stmt, known)
            good = good and fine
        return known, good

    def _state_after(self, stmt: Stmt, known: _Cells) -> tuple[_Cells, bool]:
        match stmt:
            case If(then=then, orelse=orelse):
                (one, fine), (other, right) = self.body(then, known), self.body(orelse, known)
                return one & other, fine and right
            case Loop(body=body, update=update):
                inside, again = self.body(body, known), self.body(update, known)
                return known, inside[1] and again[1]
            case Assign(target=target) | Havoc(target=target) if ctree.target_name(target) == self.name:
                if _is_declaration(stmt):
                    return self._forget_lifetime(known, stmt), True
                cell = self._cell(target)
                return (known if cell is None else known | {cell}), True
            case _:
                return known, True

    def _is_declaration(self, stmt: Stmt) -> bool:
        return _is_declaration(stmt) and isinstance(stmt, Havoc) and ctree.target_name(stmt.target) == self.name

    def _forget_lifetime(self, known: _Cells, begun: Stmt) -> _Cells:
        """The cells still set after a new lifetime starts."""
        assert isinstance(begun, Havoc)
        cell = self._cell(begun.target)
        return frozenset() if cell is None else known - {cell}

    def _uses(self, stmt: Stmt) -> Iterator[Expr]:
        parts = (part for expr in ctree.expressions(stmt) for part in ctree.walk(expr))
        return (part for part in parts if isinstance(part, Var | Element) and ctree.target_name(part) == self.name)

    def _is_set(self, used: Expr, known: _Cells) -> bool:
        return self._cell(used) in known or (bool(self.sizes) and len(known) == prod(self.sizes))

    def _cell(self, part: Expr) -> tuple[int, ...] | None:
        """The indices of a cell if constant and in range."""
        indices = part.indices if isinstance(part, Element) else ()
        known = tuple(int(index.value) for index in indices if isinstance(index, Const))
        is_one = len(known) == len(indices) == len(self.sizes)
        return known if is_one and all(0 <= i < size for i, size in zip(known, self.sizes, strict=True)) else None
