"""Apply an operation, such as "set to zero", to all numbers and pointers of an object.

    struct s { int a; int b[100]; } x = {0};     a = 0; for (k = 0; k < 100; k++) b[k] = 0;
    unknown(a);                                  for (k = 0; k < n; k++) a[k] = any;

Small objects get one statement each, large arrays a loop. Objects that unknown code may write become arbitrary
(docs/theory.md 15).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.ctext import nondet
from veriabs.core.expressions import Binary, Const, Element, Expr, LValue, Var
from veriabs.core.program import CELL_COUNTER, Array
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Havoc, Loop, Stmt
from veriabs.core.types import INT, CType, FloatType, IntType
from veriabs.core.typing_rules import type_of
from veriabs.frontend.lower import memory
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import Place, Storage
from veriabs.frontend.typed.types import Address, ArrayOf, PointerType, RecordType, Type

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
    if not isinstance(part.type, PointerType):
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
        case IntType() | FloatType() | PointerType():
            return action(*places)
        case RecordType(fields=fields) if fields is not None:
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
    """A new variable that counts cells, and the count in its type."""
    if isinstance(count, Const) and count.value <= INT.highest:
        count = ctree.integer(int(count.value))
    return ctx.temporary(CELL_COUNTER, type_of(count, ctx.data_model), where), count


def variables_of(storage: Storage) -> set[str]:
    """The variables of an object, except its pointers."""
    return set(storage.leaves.values())


def escape(ctx: Context, place: Place, node: c_ast.Node) -> None:
    """Record that other files may know the address of an object from here on."""
    storage = place.storage
    if storage.pointers or storage.stored:
        raise ctx.unsupported(node, f"address of {storage.source}, which holds pointers, for outside code")
    if ctx.taken and holds_functions(ctx, storage):
        raise ctx.unsupported(node, f"address of {storage.source}, through which outside code may call back")
    if not storage.placeholder:
        ctx.escaped |= dict.fromkeys(variables_of(storage), storage.depth == 0 or storage.heap)


def holds_functions(ctx: Context, storage: Storage) -> bool:
    """Whether an object contains pointers to functions."""
    return any(isinstance(_type(ctx, name), Address) for name in variables_of(storage))


def _type(ctx: Context, name: str) -> CType | None:
    variable = ctx.arrays.get(name) or ctx.scalars.get(name)
    return None if variable is None else variable.type


def havoc_object(ctx: Context, storage: Storage, where: Where) -> list[Stmt]:
    """Make all of an object arbitrary."""
    return [stmt for name in sorted(variables_of(storage)) for stmt in _havoc_variable(ctx, name, where)]


def havoc_escaped(ctx: Context, who: str, node: c_ast.Node, *, system: bool = False) -> list[Stmt]:
    """Make all objects arbitrary that outside code knows.

    Raises UnsupportedError in a loop if the code may still know an object of an earlier iteration. `who` writes, for
    error messages. Functions of the `system` know the other objects of the file only by address.
    """
    if ctx.visible_pointers and not system:
        raise ctx.unsupported(node, f"{who}, which may change the pointer {ctx.visible_pointers[0]}")
    later = {name for name, lasts in ctx.facts.outside.items() if lasts} - ctx.objects.keys()
    if ctx.loops and later:
        raise ctx.unsupported(node, f"{who}, which may keep a pointer to {min(later)} from an earlier iteration")
    known, where = ctx.escaped.keys() | ctx.facts.outside.keys(), ctx.where(node)
    known |= {name for name, own in ctx.visible.items() if own or not system}
    ctx.outsiders = True
    return [stmt for name in sorted(known) for stmt in _havoc_variable(ctx, name, where)]


def havoc_given(ctx: Context, ctype: Type | None, node: c_ast.Node) -> list[Stmt]:
    """Make all cells of a type, or all cells without one, in objects of the caller of the entry function arbitrary."""
    objects = [one for one in ctx.given if one.heap]
    if ctype is None and any(one.pointers or one.stored for one in objects):
        raise ctx.unsupported(node, "write through a pointer to an unknown object, which may hold pointers")
    names = dict.fromkeys(name for one in objects for name in sorted(variables_of(one)))
    return [
        stmt
        for name in names
        if ctype is None or _may_alias(ctype, _type(ctx, name))
        for stmt in _havoc_variable(ctx, name, ctx.where(node))
    ]


def _may_alias(one: Type, two: CType | None) -> bool:
    """Whether an object of one type may be accessed as the other, but for accesses as characters."""
    return one == two or (isinstance(one, IntType) and isinstance(two, IntType) and one.bits == two.bits)


def _havoc_variable(ctx: Context, name: str, where: Where) -> list[Stmt]:
    array = ctx.arrays.get(name)
    if array is not None:
        return _cells(ctx, array, (), where)
    scalar = ctx.scalars.get(name)
    return [] if scalar is None else [_havoc_target(Var(name, scalar.type), where)]


def _cells(ctx: Context, array: Array, indices: tuple[Expr, ...], where: Where) -> list[Stmt]:
    """Loops over all cells of an array, or over the remaining dimensions after some indices."""
    if len(indices) == len(array.sizes):
        return [_havoc_target(Element(array.name, indices, array.type, where), where)]
    return count_up(ctx, array.sizes[len(indices)], lambda index: _cells(ctx, array, (*indices, index), where), where)


def _havoc_target(target: LValue, where: Where) -> Havoc:
    return Havoc(target, 0, nondet(target.type), where, unknown=True)
