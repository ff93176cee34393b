"""Models of `qsort` and `bsearch` with a comparison function (docs/theory.md 15).

After `qsort` the array has arbitrary values in the order of the comparison; an assertion checks that the comparison is
an order on the present elements. A `bsearch` hit compares equal. A comparison with loops or inputs is not modelled.
"""

from __future__ import annotations

from msgspec import Struct
from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Conditional, Const, Expr, Var
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Evaluate, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL, INT
from veriabs.core.typing_rules import convert, offset_type
from veriabs.frontend.lower import buffer_models, cells, checks, gaps, libc, pointers
from veriabs.frontend.lower.block_rewriting import branch
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import NOTHING, PointerValue, Value
from veriabs.frontend.lower.uninitialised_reads import is_set_before_use
from veriabs.frontend.typed.types import size_of

_NO_ORDER = "a comparison that may not be an order of the sorted elements"


class _ComparisonCall(Struct, frozen=True):
    """A call of the comparison: its statements, the variables for its arguments, its result and place.

    `own` are its variables and arrays.
    """

    body: list[Stmt]
    places: set[Expr]
    result: Expr
    where: Where
    own: set[str]

    @property
    def is_function(self) -> bool:
        """Whether the result is a function of the two elements, without a loop or an unsupported construct.

        Other memory that it reads may exist only for the present elements.
        """
        body = (*self.body, Evaluate(self.result, self.where))
        reads_elements_only = all(self.places & set(cell.indices) for cell in ctree.elements_of(body))
        return (
            reads_elements_only
            and not ctree.has(body, Havoc, Loop)
            and all(is_set_before_use(name, body) for name in self.own)
        )

    @property
    def computed(self) -> list[Stmt]:
        """The statements that compute the result, without assertions."""
        return list(ctree.transform(self.body, lambda stmt: () if isinstance(stmt, Assert) else (stmt,)))


def _qsort(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """Make the array arbitrary but sorted; the comparison is applied to two of its elements."""
    given = node.args.exprs if node.args else []
    array, count = _sorted(ctx, node, effects, given[:1], given[1:])
    first, second = (_element(ctx, array, count, node, effects) for _ in "ab")
    compared = _may_compare(ctx, node.args.exprs[3], (first, second), count, node, effects, moved=True)
    if not compared.is_function:
        effects.before += buffer_models.havoc_elements(ctx, array, count, node)
        return NOTHING
    third = _element(ctx, array, count, node, effects)
    effects.before += _is_order(ctx, (first, second, third), count, node)
    effects.before += buffer_models.havoc_elements(ctx, array, count, node)
    effects.before += _assume_sorted(ctx, array, count, node)
    return NOTHING


def _bsearch(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """An arbitrary element that compares equal, or null."""
    given = node.args.exprs if node.args else []
    array, count = _sorted(ctx, node, effects, given[1:2], given[2:])
    first = c_ast.FuncCall(node.name, c_ast.ExprList(given[:1]), node.coord)
    key = buffer_models.argument_values(ctx, first, effects)[0]
    found, sought = _element(ctx, array, count, node, effects), libc.pointer_to(ctx, key, effects, node)
    function, where = node.args.exprs[4], ctx.where(node)
    compared = _may_compare(ctx, function, (sought, found), count, node, effects)
    absent = ctx.temporary("absent", BOOL, where)
    chosen = buffer_models.any_number(ctx, BOOL, node, effects)
    nothing = Binary("||", chosen, Binary("==", count, Const(0, count.type)))
    effects.before.append(Assign(absent, nothing, where))
    if compared.is_function:
        again = _comparison(ctx, function, (sought, found), node)
        differs = _sign_is("!=", again.result)
        found_one = [*again.computed, *branch(differs, (Halt(where),), (), where, ctx.data_model)]
        effects.before += branch(absent, (), found_one, where, ctx.data_model)
    return replace(found, absent=absent)


def _is_order(ctx: Context, three: tuple[PointerValue, ...], count: Var | Const, node: c_ast.FuncCall) -> list[Stmt]:
    """Assert that the comparison is a total preorder on the present elements (C11 7.22.5).

    For any three elements, exchanging the arguments reverses the result, and the order is transitive.
    """
    x, y, z = three
    function, where = node.args.exprs[3], ctx.where(node)
    pairs = ((x, y), (y, x), (y, z), (x, z))
    calls = [_comparison(ctx, function, pair, node) for pair in pairs]
    there, back, further, over = (call.result for call in calls)
    up, down = ((_sign_is(op, there), _sign_is(other, back)) for op, other in ((">", "<"), ("<", ">")))
    opposed = Binary("&&", Binary("==", *up), Binary("==", *down))
    transitive = Binary("||", Binary("||", _sign_is(">", there), _sign_is(">", further)), _sign_is("<=", over))
    holds = Binary("&&", opposed, transitive)
    unordered = gaps.assert_unreachable(ctx, ctx.unsupported(node, f"{node.name.name} with {_NO_ORDER}"), where)
    body = [stmt for call in calls for stmt in call.computed]
    body += branch(holds, (), unordered, where, ctx.data_model)
    return branch(Binary(">", count, Const(0, count.type)), body, (), where, ctx.data_model)


def _assume_sorted(ctx: Context, array: PointerValue, count: Var | Const, node: c_ast.FuncCall) -> list[Stmt]:
    """End runs in which two neighbours are not in order."""
    where, function = ctx.where(node), node.args.exprs[3]
    one = Const(1, count.type)
    pairs = Conditional(Binary(">", count, one), Binary("-", count, one), Const(0, count.type))
    last = Const(max(0, count.value - 1), count.type) if isinstance(count, Const) else pairs

    def neighbours(index: Expr) -> list[Stmt]:
        first = pointers.move(ctx, array, "+", index, node)
        compared = _comparison(ctx, function, (first, pointers.move(ctx, first, "+", ctree.integer(1), node)), node)
        return [*compared.computed, *branch(_sign_is("<=", compared.result), (), (Halt(where),), where, ctx.data_model)]

    return cells.count_up(ctx, last, neighbours, where)


def _sign_is(op: str, result: Expr) -> Expr:
    return Binary(op, result, Const(0, INT))


def _sorted(
    ctx: Context, node: c_ast.FuncCall, effects: SideEffects, base: list[c_ast.Node], rest: list[c_ast.Node]
) -> tuple[PointerValue, Var | Const]:
    """The array and its number of elements; the comparison is the last argument."""
    if len(base) != 1 or len(rest) != 3:
        raise ctx.unsupported(node, f"call of {node.name.name} with another number of arguments")
    given = buffer_models.argument_values(
        ctx, c_ast.FuncCall(node.name, c_ast.ExprList([*base, *rest[:2]]), node.coord), effects
    )
    array = libc.pointer_to(ctx, given[0], effects, node)
    count, size = (buffer_models.cell_count(ctx, value, node, effects) for value in given[1:])
    if not array.place.steps or not isinstance(size, Const):
        raise ctx.unsupported(node, f"call of {node.name.name} on an object that is not an array")
    if size.value != size_of(array.place.type, ctx.data_model, ctx.where(node)):
        raise ctx.unsupported(node, f"call of {node.name.name} with an element size other than the array's")
    return replace(array, target=array.place.type), count


def _element(
    ctx: Context, array: PointerValue, count: Var | Const, node: c_ast.FuncCall, effects: SideEffects
) -> PointerValue:
    """An arbitrary one of `count` elements; the first one if there are none."""
    index = buffer_models.any_number(ctx, offset_type(ctx.data_model), node, effects)
    below = Binary("<", convert(index, count.type, ctx.data_model), count)
    within = Binary("&&", Binary(">=", index, Const(0, index.type)), below)
    chosen = ctx.temporary("chosen", index.type, ctx.where(node))
    effects.before.append(Assign(chosen, Conditional(within, index, Const(0, index.type)), ctx.where(node)))
    return pointers.move(ctx, array, "+", chosen, node)


def _may_compare(
    ctx: Context,
    function: c_ast.Node,
    given: tuple[PointerValue, PointerValue],
    count: Var | Const,
    node: c_ast.FuncCall,
    effects: SideEffects,
    *,
    moved: bool = False,
) -> _ComparisonCall:
    """Execute the comparison for its effects on checks; it may have no other effect.

    `moved`: the elements move meanwhile, so the comparison may know them only as its arguments.
    """
    where = ctx.where(node)
    calls = buffer_models.any_number(ctx, BOOL, node, effects)  # a single element is compared with none
    _comparison(ctx, function, given, node)  # declares its static variables
    done = _comparison(ctx, function, given, node)
    changing = set(given[1].place.storage.leaves.values()) if moved else set()
    direct = any(e.array in changing and not done.places & set(e.indices) for e in ctree.elements_of(done.body))
    if ctree.writes(done.body) - done.own or ctree.has(done.body, Halt) or direct:
        raise ctx.unsupported(node, f"call of {node.name.name} with a comparison function that has side effects")
    some = Binary("&&", calls, Binary(">", count, Const(0, count.type)))
    body = (*done.body, *checks.evaluate(ctx, (done.result,), where))
    effects.before.append(If(some, body, (), where))
    return done


def _comparison(
    ctx: Context, function: c_ast.Node, given: tuple[PointerValue, PointerValue], node: c_ast.FuncCall
) -> _ComparisonCall:
    """A call with two pointers."""
    body, places, known = SideEffects(), set[Expr](), {*ctx.scalars, *ctx.arrays}
    with ctx.nested_scope(), ctx.inside():
        names = []
        for name, pointer in zip(("veriabs_one", "veriabs_two"), given, strict=True):
            variable = ctx.pointer(name, pointer.target, ctx.where(node), moving=False)
            pointers.bind(ctx, variable, pointer, body.before, node)
            places.update(
                index for index in (variable.place.indices if variable.place else ()) if isinstance(index, Var)
            )
            ctx.scope.entities[name] = variable
            names.append(c_ast.ID(name, node.coord))
        call = c_ast.FuncCall(function, c_ast.ExprList(names), node.coord)
        result = convert(libc.number(ctx, ctx.hooks.value(ctx, call, body), node), INT, ctx.data_model)
    return _ComparisonCall(body.flush(), places, result, ctx.where(node), {*ctx.scalars, *ctx.arrays} - known)


HANDLERS: dict[str, libc.Handler] = {"qsort": _qsort, "bsearch": _bsearch}
