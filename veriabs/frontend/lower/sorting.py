"""Sorting and searching by a function that compares: `qsort` and `bsearch` (docs/theory.md 15).

What is sorted may have any values then, in the order of the comparison: an assertion says that it is one for what is
there. What is found compares as equal. Of a comparison that goes through loops, or takes inputs, nothing is known.
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
from veriabs.frontend.lower import checks, filling, gaps, libc, pointers
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.places import NOTHING, PointerValue, Value
from veriabs.frontend.lower.shaping import branch
from veriabs.frontend.lower.types import size_of
from veriabs.frontend.lower.unset import is_set_before_use

_NO_ORDER = "a comparison that may be no order of what is sorted"


class _Compared(Struct, frozen=True):
    """A call of the comparison: what it does, the variables that say where its arguments point, and its result, where.

    `own` are its variables and arrays.
    """

    body: list[Stmt]
    places: set[Expr]
    result: Expr
    where: Where
    own: set[str]

    @property
    def is_function(self) -> bool:
        """Do the two elements decide its result, without a loop, and is all of it understood?

        What it reads elsewhere may be there for the elements alone that there are.
        """
        body = (*self.body, Evaluate(self.result, self.where))
        handed = all(self.places & set(cell.indices) for cell in ctree.elements_of(body))
        return handed and not ctree.has(body, Havoc, Loop) and all(is_set_before_use(name, body) for name in self.own)

    @property
    def computed(self) -> list[Stmt]:
        """How it comes to the result; what is asserted of a call that the library makes is not asserted here."""
        return list(ctree.transform(self.body, lambda stmt: () if isinstance(stmt, Assert) else (stmt,)))


def _qsort(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """Any values that are in order in what is sorted; what is compared are two of its elements."""
    given = node.args.exprs if node.args else []
    array, count = _sorted(ctx, node, frame, given[:1], given[1:])
    first, second = (_one_of(ctx, array, count, node, frame) for _ in "ab")
    compared = _may_compare(ctx, node.args.exprs[3], (first, second), count, node, frame, moved=True)
    if not compared.is_function:
        frame.before += filling.each_arbitrary(ctx, array, count, node)
        return NOTHING
    third = _one_of(ctx, array, count, node, frame)
    frame.before += _is_order(ctx, (first, second, third), count, node)
    frame.before += filling.each_arbitrary(ctx, array, count, node)
    frame.before += _in_order(ctx, array, count, node)
    return NOTHING


def _bsearch(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """Any element that compares as equal, or null."""
    given = node.args.exprs if node.args else []
    array, count = _sorted(ctx, node, frame, given[1:2], given[2:])
    key = filling.evaluated(ctx, c_ast.FuncCall(node.name, c_ast.ExprList(given[:1]), node.coord), frame)[0]
    found, sought = _one_of(ctx, array, count, node, frame), libc.pointer_to(ctx, key, frame, node)
    function, where = node.args.exprs[4], ctx.where(node)
    compared = _may_compare(ctx, function, (sought, found), count, node, frame)
    absent = ctx.temporary("absent", BOOL, where)
    nothing = Binary("||", filling.any_number(ctx, BOOL, node, frame), Binary("==", count, Const(0, count.type)))
    frame.before.append(Assign(absent, nothing, where))
    if compared.is_function:
        again = _comparison(ctx, function, (sought, found), node)
        differs = _is("!=", again.result)
        found_one = [*again.computed, *branch(differs, (Halt(where),), (), where, ctx.data_model)]
        frame.before += branch(absent, (), found_one, where, ctx.data_model)
    return replace(found, absent=absent)


def _is_order(ctx: Context, three: tuple[PointerValue, ...], count: Var | Const, node: c_ast.FuncCall) -> list[Stmt]:
    """The assertion that the comparison is a total preorder of what is there: of any three elements, that what one says
    of two is said the other way round of these exchanged, and that it is transitive (C11 7.22.5)."""
    x, y, z = three
    function, where = node.args.exprs[3], ctx.where(node)
    pairs = ((x, y), (y, x), (y, z), (x, z))
    calls = [_comparison(ctx, function, pair, node) for pair in pairs]
    there, back, further, over = (call.result for call in calls)
    opposed = Binary("&&", Binary("==", _is(">", there), _is("<", back)), Binary("==", _is("<", there), _is(">", back)))
    transitive = Binary("||", Binary("||", _is(">", there), _is(">", further)), _is("<=", over))
    holds = Binary("&&", opposed, transitive)
    unordered = gaps.unreached(ctx, ctx.unsupported(node, f"{node.name.name} with {_NO_ORDER}"), where)
    body = [stmt for call in calls for stmt in call.computed]
    body += branch(holds, (), unordered, where, ctx.data_model)
    return branch(Binary(">", count, Const(0, count.type)), body, (), where, ctx.data_model)


def _in_order(ctx: Context, array: PointerValue, count: Var | Const, node: c_ast.FuncCall) -> list[Stmt]:
    """Runs end in which two neighbours are not in order."""
    where, function = ctx.where(node), node.args.exprs[3]
    one = Const(1, count.type)
    pairs = Conditional(Binary(">", count, one), Binary("-", count, one), Const(0, count.type))
    last = Const(max(0, count.value - 1), count.type) if isinstance(count, Const) else pairs

    def neighbours(index: Expr) -> list[Stmt]:
        first = pointers.move(ctx, array, "+", index, node)
        compared = _comparison(ctx, function, (first, pointers.move(ctx, first, "+", ctree.integer(1), node)), node)
        return [*compared.computed, *branch(_is("<=", compared.result), (), (Halt(where),), where, ctx.data_model)]

    return libc.count_up(ctx, last, neighbours, where)


def _is(op: str, result: Expr) -> Expr:
    return Binary(op, result, Const(0, INT))


def _sorted(
    ctx: Context, node: c_ast.FuncCall, frame: Frame, base: list[c_ast.Node], rest: list[c_ast.Node]
) -> tuple[PointerValue, Var | Const]:
    """The array of such a call, and how many elements it has; the function that compares is the last argument."""
    if len(base) != 1 or len(rest) != 3:
        raise ctx.unsupported(node, f"call of {node.name.name} with another number of arguments")
    given = filling.evaluated(ctx, c_ast.FuncCall(node.name, c_ast.ExprList([*base, *rest[:2]]), node.coord), frame)
    array = libc.pointer_to(ctx, given[0], frame, node)
    count, size = (filling.how_many(ctx, value, node, frame) for value in given[1:])
    if not array.place.steps or not isinstance(size, Const):
        raise ctx.unsupported(node, f"{node.name.name} of something that is no array")
    if size.value != size_of(array.place.type, ctx.data_model, ctx.where(node)):
        raise ctx.unsupported(node, f"{node.name.name} of other elements than the array has")
    return replace(array, target=array.place.type), count


def _one_of(ctx: Context, array: PointerValue, count: Var | Const, node: c_ast.FuncCall, frame: Frame) -> PointerValue:
    """Any of so many elements; if there are none, the first one."""
    index = filling.any_number(ctx, offset_type(ctx.data_model), node, frame)
    below = Binary("<", convert(index, count.type, ctx.data_model), count)
    within = Binary("&&", Binary(">=", index, Const(0, index.type)), below)
    chosen = ctx.temporary("chosen", index.type, ctx.where(node))
    frame.before.append(Assign(chosen, Conditional(within, index, Const(0, index.type)), ctx.where(node)))
    return pointers.move(ctx, array, "+", chosen, node)


def _may_compare(
    ctx: Context,
    function: c_ast.Node,
    given: tuple[PointerValue, PointerValue],
    count: Var | Const,
    node: c_ast.FuncCall,
    frame: Frame,
    *,
    moved: bool = False,
) -> _Compared:
    """What the function that compares does, of which the result does not matter; it has to be nothing else.

    With `moved` the elements come to other places meanwhile, so that it may know them only as what it is handed.
    """
    where = ctx.where(node)
    calls = filling.any_number(ctx, BOOL, node, frame)  # if there is one element it is compared with none
    _comparison(ctx, function, given, node)  # what the file keeps for it is known from here on
    done = _comparison(ctx, function, given, node)
    changing = set(given[1].place.storage.leaves.values()) if moved else set()
    direct = any(e.array in changing and not done.places & set(e.indices) for e in ctree.elements_of(done.body))
    if ctree.writes(done.body) - done.own or ctree.has(done.body, Halt) or direct:
        raise ctx.unsupported(node, f"{node.name.name} with a comparison that does more than to compare")
    some = Binary("&&", calls, Binary(">", count, Const(0, count.type)))
    body = (*done.body, *checks.kept(ctx, (done.result,), where))
    frame.before.append(If(some, body, (), where))
    return done


def _comparison(
    ctx: Context, function: c_ast.Node, given: tuple[PointerValue, PointerValue], node: c_ast.FuncCall
) -> _Compared:
    """A call with two pointers."""
    body, places, known = Frame(), set[Expr](), {*ctx.scalars, *ctx.arrays}
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
    return _Compared(body.flush(), places, result, ctx.where(node), {*ctx.scalars, *ctx.arrays} - known)


HANDLERS: dict[str, libc.Handler] = {"qsort": _qsort, "bsearch": _bsearch}
