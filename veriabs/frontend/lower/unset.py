"""Whether local variables, and cells of local arrays, are set before they are used (`--check uninitialised`).

Each variable that is declared without a value has a flag, and each array a flag for each cell. The flag is down where
the declaration is passed and up behind whatever sets the variable: every such statement of the core language names it,
also where the program writes through a pointer. A value that nothing depends on is not used. Members of structs, and
what is allocated, have no flags.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Const, Element, Expr, LValue, Var
from veriabs.core.goals import GoalKind
from veriabs.core.program import Array, Initial, Scalar
from veriabs.core.statements import Assign, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL
from veriabs.core.unset import TOLD
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.types import ArrayOf, Type, is_scalar

_UP, _DOWN = Const(1, BOOL), Const(0, BOOL)


def declared(ctx: Context, node: c_ast.Decl, ctype: Type) -> None:
    """A variable begins without a value; what an entry hands to its function is arbitrary, and set."""
    handed = ctx.calls[-1].name == "main" and ctx.task.entry.function != "main"
    element = ctype
    while isinstance(element, ArrayOf):
        element = element.element
    asked = GoalKind.UNINITIALISED.value in ctx.task.checks and node.init is None
    if asked and is_scalar(element) and not handed:
        ctx.unset.add((node.name, ctx.where(node)))


class Flags(Struct, frozen=True):
    """The flags of variables and arrays, by their names."""

    scalars: Mapping[str, Var]
    arrays: Mapping[str, str]

    @classmethod
    def of(cls, ctx: Context, body: Iterable[Stmt]) -> Flags:
        """Makes the flags that are needed: none for a variable that is always set before it is used."""
        body = tuple(body)
        named = [one for one in ctx.scalars.values() if (one.source, one.where) in ctx.unset]
        needed = [one for one in named if not is_set_before_use(one.name, body)]
        scalars = {one.name: _flag(ctx, one) for one in needed}
        arrays = {}
        for one in [one for one in ctx.arrays.values() if (one.source, one.where) in ctx.unset]:
            name = arrays[one.name] = ctx.names.fresh(f"{one.name}_set")
            ctx.arrays[name] = Array(name, BOOL, one.sizes, Initial.ZERO, f"{one.source}{TOLD}", one.where)
        return cls(scalars, arrays)

    def begin(self, body: Iterable[Stmt]) -> tuple[Stmt, ...]:
        """The body behind flags that are down."""
        body = tuple(body)
        return (*(Assign(flag, _DOWN, body[0].where) for flag in self.scalars.values()), *body)

    def of_use(self, expr: Expr) -> Expr | None:
        """The flag of what is read, if it has one."""
        match expr:
            case Var(name=name):
                return self.scalars.get(name)
            case Element(array=name, indices=indices) if name in self.arrays:
                return Element(self.arrays[name], indices, BOOL)
            case _:
                return None

    def set_by(self, stmt: Stmt) -> tuple[Stmt, ...]:
        """What changes flags in front of a statement that sets something, or makes it anew."""
        if not isinstance(stmt, Assign | Havoc):
            return ()
        flag = self._flag(stmt.target)
        return () if flag is None else (Assign(flag, _DOWN if _begins(stmt) else _UP, stmt.where),)

    def _flag(self, target: LValue) -> LValue | None:
        found = self.of_use(target)
        assert found is None or isinstance(found, Var | Element)
        return found


def _flag(ctx: Context, variable: Scalar) -> Var:
    flag = ctx.temporary(f"{variable.name}_set", BOOL, variable.where)
    ctx.scalars[flag.name] = replace(ctx.scalars[flag.name], source=f"{variable.source}{TOLD}")
    return flag


def _begins(stmt: Stmt) -> bool:
    """Is it the declaration of a variable without a value?"""
    return isinstance(stmt, Havoc) and stmt.call is None and not stmt.unknown


def is_set_before_use(name: str, body: tuple[Stmt, ...]) -> bool:
    """Is a variable that is not set in front of the statements set on every way to where they use it?"""
    return _Settled(name).body(body, False)[1]


class _Settled(Struct, frozen=True):
    """Is a variable set on every way to where it is used?"""

    name: str

    def body(self, body: tuple[Stmt, ...], known: bool) -> tuple[bool, bool]:
        """Whether it is set behind the body, and whether each use in it is of a set one; `known` says it is before."""
        good = True
        for stmt in body:
            known, fine = self._stmt(stmt, known)
            good = good and fine
        return known, good

    def _stmt(self, stmt: Stmt, known: bool) -> tuple[bool, bool]:
        match stmt:
            case If(test=test, then=then, orelse=orelse):
                sides = [self.body(part, known) for part in (then, orelse)]
                fine = (known or not self._in(test)) and all(good for _, good in sides)
                return all(after for after, _ in sides), fine
            case Loop(test=test, body=body, update=update):
                known = known and not any(self._begins(one) for one in ctree.statements((*body, *update)))
                inside, again = self.body(body, known), self.body(update, known)
                return known, (known or not self._in(test)) and inside[1] and again[1]
            case Assign(target=Var(name=name), value=value) if name == self.name:
                return True, known or not self._in(value)
            case Havoc(target=Var(name=name)) if name == self.name:
                return not self._begins(stmt), True
            case _:
                return known, known or not any(map(self._in, ctree.expressions(stmt)))

    def _begins(self, stmt: Stmt) -> bool:
        return _begins(stmt) and isinstance(stmt, Havoc) and ctree.target_name(stmt.target) == self.name

    def _in(self, expr: Expr) -> bool:
        return self.name in ctree.names(expr)
