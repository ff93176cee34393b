"""Apply an operation, such as "set to zero", to all numbers and pointers of an object.

    struct s { int a; int b[100]; } x = {0};     a = 0; for (k = 0; k < 100; k++) b[k] = 0;

Small objects get one statement each, large arrays a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.expressions import Binary, Const, Expr, LValue, Var
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Havoc, Loop, Stmt
from veriabs.core.types import INT, FloatType, IntType
from veriabs.core.typing_rules import type_of
from veriabs.frontend.lower import memory
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import Place
from veriabs.frontend.typed.types import ArrayOf, Pointer, Record

UNROLLED = 16
"""Arrays with more elements get a loop."""


def set_to_zero(ctx: Context, place: Place, node: c_ast.Node) -> list[Stmt]:
    """Set a place to zero, and the pointers in its arrays to null."""
    where = ctx.where(node)
    return change_all(ctx, place, lambda target: Assign(target, Const(0, target.type), where), node)


def arbitrary(ctx: Context, place: Place, node: c_ast.Node) -> list[Stmt]:
    """Make an uninitialised object arbitrary."""
    where = ctx.where(node)
    return change_all(ctx, place, lambda target: Havoc(target, 0, None, where), node)


def change_all(ctx: Context, place: Place, change: Callable[[LValue], Stmt], node: c_ast.Node) -> list[Stmt]:
    """Change every number in a place, and the variables that describe pointers in its arrays."""
    return for_each_scalar(ctx, lambda part: [change(target) for target in _targets(ctx, part, node)], node, place)


def _targets(ctx: Context, part: Place, node: c_ast.Node) -> Iterator[LValue]:
    if not isinstance(part.type, Pointer):
        yield memory.lvalue(ctx, part, node)
    elif part.indices:
        pointer = memory.pointer_member(ctx, part, node)
        if pointer.linked is not None:
            raise ctx.unsupported(node, f"assignment to a whole object that contains the pointer {pointer.name}")
        yield from pointer.cell or ()


def for_each_scalar(ctx: Context, action: Callable[..., list[Stmt]], node: c_ast.Node, *places: Place) -> list[Stmt]:
    """Apply `action` to every number and pointer in a place, or in parallel places of one type, in order."""

    def inner(*parts: Place) -> list[Stmt]:
        return for_each_scalar(ctx, action, node, *parts)

    match places[0].type:
        case IntType() | FloatType() | Pointer():
            return action(*places)
        case Record(fields=fields) if fields is not None:
            return [stmt for one in fields for stmt in inner(*(place.member(one.name, one.type) for place in places))]
        case ArrayOf(element=element, size=Const(value=int(count))) if count <= UNROLLED:
            rows = (tuple(place.at(ctree.integer(index), element) for place in places) for index in range(count))
            return [stmt for row in rows for stmt in inner(*row)]
        case ArrayOf(element=element, size=size) if size is not None:
            return for_each_index(ctx, size, lambda index: inner(*(place.at(index, element) for place in places)), node)
        case _:
            raise ctx.unsupported(node, "assignment to all of an object of unknown size")


def for_each_index(ctx: Context, size: Expr, body: Callable[[Expr], list[Stmt]], node: c_ast.Node) -> list[Stmt]:
    """`for (index = 0; index < size; index++) body` around code that is lowered as that of a loop; nothing for an empty
    body."""

    def inside(index: Expr) -> list[Stmt]:
        with ctx.inside(loop=True):
            return body(index)

    made = count_up(ctx, size, inside, ctx.where(node))
    return made if isinstance(made[-1], Loop) and made[-1].body else []


def count_up(ctx: Context, count: Expr, body: Callable[[Expr], list[Stmt]], where: Where) -> list[Stmt]:
    """`for (index = 0; index < count; index++) body`; the index is an int if possible."""
    index, count = counter(ctx, count, where)
    step = Assign(index, Binary("+", index, Const(1, index.type)), where)
    return [
        Assign(index, Const(0, index.type), where),
        Loop(Binary("<", index, count), tuple(body(index)), (step,), where),
    ]


def counter(ctx: Context, count: Expr, where: Where) -> tuple[Var, Expr]:
    """A new index, and the count in its type."""
    if isinstance(count, Const) and count.value <= INT.highest:
        count = ctree.integer(int(count.value))
    return ctx.temporary("index", type_of(count, ctx.data_model), where), count
