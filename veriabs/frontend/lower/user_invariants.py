"""Lower loop invariants that the user wrote to candidates over the program's variables.

It also maps the program's arrays to names of the user's text, for reports.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count, islice, takewhile

from pycparser import c_ast
from pycparser.c_parser import CParser, ParseError

from veriabs.core.ctree import substitute
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.expressions import Const, Expr, Var
from veriabs.core.loop_model import CELL, OTHER, entry_of
from veriabs.core.statements import UserInvariant
from veriabs.core.types import IntType
from veriabs.frontend.dialect import INVARIANT, Invariant
from veriabs.frontend.lower import expressions
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import Place, PointerVariable, Storage
from veriabs.frontend.nodes import each_child
from veriabs.frontend.typed.types import Type, Void

_ENTRY = "__CPROVER_loop_entry"

MOST_SEEN = 500
"""Most names that are examined for one loop, innermost first."""


def given_invariants(ctx: Context, body: c_ast.Node) -> tuple[UserInvariant, ...]:
    """The invariants before a loop's body."""
    items = body.block_items or [] if isinstance(body, c_ast.Compound) else []
    pragmas = takewhile(lambda item: isinstance(item, c_ast.Pragma), items)
    found = []
    for pragma in pragmas:
        if pragma.string.startswith(INVARIANT):
            invariant = Invariant.read(pragma.string)
            found.append(UserInvariant(_fact(ctx, invariant), invariant.text, invariant.where))
    return tuple(found)


def _fact(ctx: Context, invariant: Invariant) -> Expr | None:
    """The invariant as a core expression; None if it is unsupported or has a side effect."""
    gaps, effects = dict(ctx.gaps), SideEffects()
    try:
        with ctx.scratch(), ctx.nested_scope():
            bound = [_declare_variable(ctx, name, "long long") for name in invariant.bound]
            tree = _parsed(invariant.expression)
            entries = dict(_entries(ctx, tree))
            fact = expressions.condition(ctx, tree.expr, effects)
    except (UnsupportedError, InputError, ParseError):
        return None
    finally:
        ctx.gaps = gaps
    if not effects.quiet:
        return None
    cells = dict(zip((one.name for one in bound), (CELL, OTHER), strict=False))
    return substitute(fact, {**cells, **{name: entry_of(variable) for name, variable in entries.items()}})


def _parsed(text: str) -> c_ast.Return:
    if not text:
        raise ParseError("no C expression")
    tree = CParser().parse(f"int invariant(void) {{ return {text}; }}")
    (returned,) = tree.ext[0].body.block_items
    if not isinstance(returned, c_ast.Return) or _is_chained(returned.expr):
        raise ParseError(text)
    return returned


def _is_chained(node: c_ast.Node) -> bool:
    """Whether a comparison has a comparison as operand: `a < b < c` means another thing in ACSL than in C."""
    match node:
        case c_ast.BinaryOp(op="<" | "<=" | ">" | ">=", left=c_ast.BinaryOp(op="<" | "<=" | ">" | ">=")):
            return True
        case _:
            return any(_is_chained(child) for _, child in node.children())


def _declare_variable(ctx: Context, name: str, ctype: str) -> Var:
    """Declare a variable of that name in the current scope."""
    named = c_ast.TypeDecl(name, [], None, c_ast.IdentifierType(ctype.split()))
    ctx.hooks.statement(ctx, c_ast.Decl(name, [], [], [], [], named, None, None))
    return _variable(ctx, c_ast.ID(name))


def _variable(ctx: Context, node: c_ast.Node) -> Var:
    found = ctx.hooks.value(ctx, node, SideEffects())
    if not isinstance(found, Var):
        raise ctx.unsupported(node, "a bound name that is not a scalar variable")
    return found


def _entries(ctx: Context, tree: c_ast.Node) -> list[tuple[str, Var]]:
    """Introduce a variable for each value at the loop's entry; returns it with the name of its source."""
    found: list[tuple[str, Var]] = []
    numbers = count(1)

    def change(node: c_ast.Node) -> c_ast.Node:
        match node:
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=[old])) if name == _ENTRY:
                variable = _variable(ctx, old)
                stands_for = f"veriabs_at_entry_{next(numbers)}"
                found.append((_declare_variable(ctx, stands_for, variable.type.name).name, variable))
                return c_ast.ID(stands_for)
            case _:
                each_child(node, change)
                return node

    each_child(tree, change)
    return found


def views(ctx: Context) -> tuple[tuple[str, str], ...]:
    """Names for reports: arrays by the pointers that refer to their first cell, `p - a` for the offset of a moving
    pointer.

    An array along which a pointer moves also gets `p - ` with that offset; the last such pointer counts. Parameters map
    to their variables.
    """
    along: list[tuple[str, str]] = []
    found: dict[str, str] = {}
    bases: dict[Storage, Callable[[Type], str]] = {}
    walking: list[tuple[PointerVariable, Storage, str]] = []
    for name, entity in islice(ctx.scope.visible(), MOST_SEEN):
        match entity:
            case PointerVariable(moving=False, place=Place(indices=(Const(value=0),), path=path, storage=storage)):
                for leaf, array in storage.leaves.items():
                    if leaf[: len(path)] == path and array in ctx.arrays:
                        members = "".join(f".{member}" for member in leaf[len(path) :])
                        cells = _cast_pointer_name(name, entity.target, ctx.arrays[array].type)
                        found.setdefault(array, f"{name}[]{members}" if members else cells)
                if not path:
                    bases.setdefault(storage, partial(_cast_pointer_name, name, entity.target))
            case PointerVariable(place=Place(indices=(Var(offset),), path=(), bytes=0, storage=storage)):
                walking.append((entity, storage, offset))
            case Place(indices=(), path=(), storage=storage):
                bases.setdefault(storage, partial(_object_name, ctx, name, storage))
                if not storage.declared and (parameter := storage.leaves.get(())) in ctx.scalars:
                    found.setdefault(parameter, name)
            case _:
                pass
    for pointer, storage, offset in walking:
        found[offset] = f"{pointer.name} - {bases[storage](pointer.target) if storage in bases else ''}"
        if (cells := storage.leaves.get((), "")) in ctx.arrays and ctx.arrays[cells].type == pointer.target:
            along.append((cells, f"{pointer.name} - {offset}"))
            found.setdefault(cells, along[-1][1])
    return (*(one for one in along if found[one[0]] != one[1]), *found.items())


def _cast_pointer_name(name: str, target: Type, wanted: Type) -> str:
    """The name of a pointer, with a cast if its declared target type differs."""
    if isinstance(target, IntType | Void) and isinstance(wanted, IntType) and target != wanted:
        return f"(({wanted.name} *){name})"
    return name


def _object_name(ctx: Context, name: str, storage: Storage, wanted: Type) -> str:
    """The name of an object, with a cast if a pointer of another type is subtracted from it."""
    cells = ctx.arrays.get(storage.leaves.get((), ""))
    if cells is not None and isinstance(wanted, IntType) and cells.type != wanted:
        return f"({wanted.name} *){name}"
    return name
