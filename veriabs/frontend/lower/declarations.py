"""Declarations of variables, and their initialisers."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.expressions import Const, Element, Expr
from veriabs.core.program import Initial
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Stmt
from veriabs.core.types import INT as _INDEX
from veriabs.core.types import IntType
from veriabs.core.typing_rules import CHAR, convert
from veriabs.frontend.known import RANGE
from veriabs.frontend.lower import (
    bitfields,
    checks,
    indirect,
    lifetimes,
    literals,
    memory,
    missing,
    nulls,
    pointers,
    unset,
)  # fmt: skip
from veriabs.frontend.lower.assignments import store
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.declarators import constant, declare_type, read_type
from veriabs.frontend.lower.places import NULL, Place, PointerVariable
from veriabs.frontend.lower.types import ArrayOf, Pointer, Record, Type, is_scalar
from veriabs.frontend.nodes import has_designators, overwrites
from veriabs.frontend.survey import has_effect, walk

ELEMENT_LIMIT = 256


def local(ctx: Context, node: c_ast.Decl) -> list[Stmt]:
    """The statements of a declaration in a block."""
    if node.name is None:
        declare_type(ctx, node.type)
        return []
    if isinstance(node.type, c_ast.FuncDecl):
        ctx.prototypes.setdefault(node.name, node)
        return []
    if "extern" in node.storage:
        _external(ctx, node)
        return []
    if "static" in node.storage:
        _static(ctx, node)
        return []
    out: list[Stmt] = []
    _variable(ctx, node, read_type(ctx, node.type), out)
    return out


def _external(ctx: Context, node: c_ast.Decl) -> None:
    """The name stands for the variable of the file again, whatever hid that."""
    known = ctx.global_scope.entities.get(node.name)
    if known is None:
        raise ctx.unsupported(node, f"extern {node.name} that the file declares nowhere else")
    ctx.scope.entities[node.name] = known


def _static(ctx: Context, node: c_ast.Decl) -> None:
    """A static variable is one object, however often its function is inlined."""
    known = ctx.statics.get(id(node))
    if known is None:
        known = static_object(ctx, node, moving=node.name in ctx.calls[-1].moving)
        ctx.statics[id(node)] = known
    ctx.scope.entities[node.name] = known


def static_object(ctx: Context, node: c_ast.Decl, *, moving: bool) -> Place | PointerVariable | Const:
    """Create an object of static storage; its initialiser goes into the prologue."""
    sizes: list[Stmt] = []
    ctype = with_fixed_sizes(ctx, _completed(ctx, read_type(ctx, node.type), node), node.name, sizes, ctx.where(node))
    if sizes:
        raise ctx.unsupported(node, f"static {node.name} of a type of variable size")
    if "extern" in node.storage and node.init is None and _is_volatile(node):
        raise ctx.unsupported(node, f"volatile {node.name} of another file, which may change at any time")
    named = _named_constant(ctx, node, ctype)
    if named is not None:
        return named
    outside = "extern" in node.storage and node.init is None
    loops, branches, depth, ctx.loops, ctx.branches, ctx.depth = ctx.loops, ctx.branches, ctx.depth, 0, 0, 0
    try:
        if isinstance(ctype, Pointer):
            variable = ctx.pointer(node.name, ctype.target, ctx.where(node), moving=moving, null=not outside)
            if outside:
                return nulls.of_another_file(ctx, variable)
            if node.init is not None:
                _initialise_pointer(ctx, variable, node.init, ctx.prologue)
            missing.show(ctx, node, None)
            return variable
        initial = Initial.NONDET if outside else Initial.ZERO
        place = memory.declare(ctx, node.name, ctype, initial, ctx.where(node))
        place.storage.declared = True
        if node.init is not None:
            initialise(ctx, place, node.init, ctx.prologue, explicit=False)
        missing.show(ctx, node, place.storage)
        return place
    finally:
        ctx.loops, ctx.branches, ctx.depth = loops, branches, depth


def _is_volatile(node: c_ast.Decl) -> bool:
    return any("volatile" in (getattr(part, "quals", None) or ()) for part in walk(node.type))


def _variable(ctx: Context, node: c_ast.Decl, ctype: Type, out: list[Stmt]) -> None:
    """A variable of automatic storage; its name is known in its own initialiser."""
    where = ctx.where(node)
    ctype = with_fixed_sizes(ctx, ctype, node.name, out, where)
    if isinstance(ctype, Pointer):
        variable = ctx.pointer(node.name, ctype.target, where, moving=node.name in ctx.calls[-1].moving)
        ctx.scope.entities[node.name] = variable
        if node.init is not None:
            _initialise_pointer(ctx, variable, node.init, out)
        else:
            lifetimes.declared(ctx, variable, out, where)
        return
    ctype = _completed(ctx, ctype, node)
    named = _named_constant(ctx, node, ctype)
    if named is not None:
        ctx.scope.entities[node.name] = named
        return
    if ctx.loops and _has_array(ctype):
        raise ctx.unsupported(node, f"array {node.name} declared in a loop")
    listed = node.init is not None and not is_scalar(ctype) and (isinstance(node.init, c_ast.InitList | c_ast.Constant))
    initial = Initial.ZERO if listed and not ctx.loops else Initial.NONDET
    place = memory.declare(ctx, node.name, ctype, initial, where)
    place.storage.declared = True
    ctx.scope.entities[node.name] = place
    unset.declared(ctx, node, ctype)
    if node.init is not None:
        initialise(ctx, place, node.init, out, explicit=initial is Initial.NONDET)
    elif ctx.loops:
        memory.make_arbitrary(ctx, place, out, node)


def literal(ctx: Context, node: c_ast.CompoundLiteral, frame: Frame) -> Place:
    """The object of a compound literal, which is set anew whenever it is evaluated."""
    where, sizes = ctx.where(node), list[Stmt]()
    ctype = with_fixed_sizes(ctx, _completed(ctx, read_type(ctx, node.type), node), "literal", sizes, where)
    if sizes or isinstance(ctype, Pointer):
        raise ctx.unsupported(node, "compound literal of this type")
    place = memory.declare(ctx, "literal", ctype, Initial.NONDET, where)
    if not is_scalar(ctype):  # what an earlier evaluation left there
        _zero(ctx, place, node, frame.before, explicit=True)
    initialise(ctx, place, node.init, frame.before, explicit=True)
    return place


def _named_constant(ctx: Context, node: c_ast.Decl, ctype: Type) -> Const | None:
    """The value of a `const` integer with a constant initialiser: nothing can change it."""
    if "const" not in node.quals or node.init is None or not isinstance(ctype, IntType):
        return None
    if isinstance(node.init, c_ast.InitList):
        return None
    with ctx.scratch():
        frame = Frame()
        value = ctx.hooks.value(ctx, node.init, frame)
    if not isinstance(value, Const) or not frame.quiet or not isinstance(value.value, int):
        return None
    converted = convert(value, ctype, ctx.data_model)
    if checks.changes(ctx, value, converted):
        return None
    return converted if isinstance(converted, Const) else None


def _has_array(ctype: Type) -> bool:
    match ctype:
        case ArrayOf():
            return True
        case Record(fields=fields):
            return any(_has_array(member.type) for member in fields or ())
        case _:
            return False


def with_fixed_sizes(ctx: Context, ctype: Type, name: str, out: list[Stmt], where: Where) -> Type:
    """The type with every variable size replaced by a variable that keeps its value of now (C11 6.7.6.2)."""
    match ctype:
        case Pointer(target=target):
            return Pointer(with_fixed_sizes(ctx, target, name, out, where))
        case ArrayOf(element=element, size=size):
            element = with_fixed_sizes(ctx, element, name, out, where)
            return ArrayOf(element, size and pointers.snapshot(ctx, size, name, out, where))
        case _:
            return ctype


def _completed(ctx: Context, ctype: Type, node: c_ast.Decl) -> Type:
    """The type with an open array size taken from the initialiser."""
    if not isinstance(ctype, ArrayOf) or ctype.size is not None or node.init is None:
        return ctype
    if isinstance(node.init, c_ast.InitList):
        count = 0
        position = 0
        for item in node.init.exprs:
            position = _designated(ctx, item, position).stop
            count = max(count, position)
        return ArrayOf(ctype.element, Const(count, _INDEX))
    characters = literals.string(node.init.value) if isinstance(node.init, c_ast.Constant) else None
    if characters is None:
        raise ctx.unsupported(node, "array initialiser")
    return ArrayOf(ctype.element, Const(len(characters), _INDEX))


def _designated(ctx: Context, item: c_ast.Node, position: int) -> range:
    """The elements that an item of an initialiser is about: the next one, or those that it names."""
    if not isinstance(item, c_ast.NamedInitializer) or not isinstance(item.name[0], c_ast.ArrayDesignator):
        return range(position, position + 1)
    named = item.name[0].expr
    ends = named.args.exprs if isinstance(named, c_ast.FuncCall) and named.name.name == RANGE else [named]
    first, last = (int(constant(ctx, end, "designator").value) for end in (ends[0], ends[-1]))
    if first != last and (has_effect(item.expr) or last - first >= ELEMENT_LIMIT):
        raise ctx.unsupported(item, "designator of many elements")
    return range(first, last + 1)


# --------------------------------------------------------------------------------------------------------- initialisers


def initialise(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt], *, explicit: bool) -> None:
    """Append the assignments of an initialiser; zeros are left out unless `explicit`."""
    if isinstance(node, c_ast.InitList):
        _check_count(ctx, node)
        union = isinstance(place.type, Record) and place.type.union
        if _is_zero_list(node) and not is_scalar(place.type) and not (union and explicit):
            _zero(ctx, place, node, out, explicit=explicit)
            return
    match place.type:
        case ArrayOf():
            _initialise_array(ctx, place, node, out, explicit=explicit)
        case Record():
            _initialise_struct(ctx, place, node, out, explicit=explicit)
        case Pointer():
            _initialise_pointer(ctx, memory.pointer_member(ctx, place, node), node, out)
        case _:
            _initialise_scalar(ctx, place, node, out, explicit=explicit)


def _check_count(ctx: Context, node: c_ast.InitList) -> None:
    if len(node.exprs) > ELEMENT_LIMIT:
        raise ctx.unsupported(node, f"initialiser of more than {ELEMENT_LIMIT} elements")


def _effect_at(ctx: Context, item: c_ast.Node, position: int, last: int) -> int:
    """The position of the last side effect so far; gcc has them in the order of the memory, whatever the text says."""
    if not has_effect(item):
        return last
    if position < last:
        raise ctx.unsupported(item, "side effects in an initialiser whose order C does not fix")
    return position


def _is_zero_list(node: c_ast.InitList) -> bool:
    """`{}`, `{0}`, `{{0}}`."""
    if not node.exprs:
        return True
    only = node.exprs[0]
    if len(node.exprs) > 1:
        return False
    if isinstance(only, c_ast.InitList):
        return _is_zero_list(only)
    return isinstance(only, c_ast.Constant) and only.value == "0"


def _zero(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt], *, explicit: bool) -> None:
    if explicit and place.storage.stored:
        raise ctx.unsupported(node, "pointers stored in arrays that are set to null together")
    if memory.has_pointers(place.type):
        for path, variable in place.storage.pointers.items():
            if path[: len(place.path)] == place.path:
                variable.null = True
                lifetimes.bound(ctx, variable, NULL, out, node)
                if explicit or variable.key in ctx.flagged:
                    nulls.set_null(ctx, variable, NULL, out, node)
    if not explicit:
        return
    for part in memory.parts(ctx, place, node):
        target = memory.lvalue(ctx, part, node)
        out.append(Assign(target, Const(0, target.type), ctx.where(node)))


def _initialise_scalar(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt], *, explicit: bool) -> None:
    if isinstance(node, c_ast.InitList):
        if len(node.exprs) != 1:
            raise ctx.unsupported(node, "initialiser list of a number")
        node = node.exprs[0]
    frame = Frame()
    value = indirect.accepted(ctx, ctx.hooks.value(ctx, node, frame), place.type, node)
    if not isinstance(value, Expr):
        raise ctx.unsupported(node, "initialiser that is no number")
    target = memory.lvalue(ctx, place, node)
    if isinstance(value, Const) and value.value == 0 and not explicit:
        return
    out += frame.before
    store(ctx, target, bitfields.packed(ctx, value, target.type, place.width), out, ctx.where(node))
    out += frame.after


def _initialise_pointer(ctx: Context, variable: PointerVariable, node: c_ast.Node, out: list[Stmt]) -> None:
    frame = Frame()
    value = ctx.hooks.value(ctx, node, frame)
    out += frame.before
    pointers.bind(ctx, variable, value, out, node)
    out += frame.after


def _initialise_array(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt], *, explicit: bool) -> None:
    assert isinstance(place.type, ArrayOf)
    element = place.type.element
    if isinstance(node, c_ast.Constant) and node.type == "string":
        _initialise_text(ctx, place, node, out, explicit=explicit)
        return
    if not isinstance(node, c_ast.InitList):
        raise ctx.unsupported(node, "array initialiser")
    explicit = explicit or has_designators(node)
    position = last = 0
    for item in node.exprs:
        elements = _designated(ctx, item, position)
        last = _effect_at(ctx, item, elements.start, last)
        value = item
        if isinstance(item, c_ast.NamedInitializer):
            if len(item.name) > 1 or not isinstance(item.name[0], c_ast.ArrayDesignator):
                raise ctx.unsupported(item, "designator")
            value = item.expr
        _check_braces(ctx, element, value)
        for index in elements:
            initialise(ctx, place.at(Const(index, _INDEX), element), value, out, explicit=explicit)
        position = elements.stop


def _check_braces(ctx: Context, ctype: Type, node: c_ast.Node) -> None:
    if isinstance(ctype, ArrayOf | Record) and isinstance(node, c_ast.Constant) and node.type != "string":
        raise ctx.unsupported(node, "initialiser without its inner braces")


def _initialise_text(ctx: Context, place: Place, node: c_ast.Constant, out: list[Stmt], *, explicit: bool) -> None:
    assert isinstance(place.type, ArrayOf)
    characters = literals.string(node.value)
    size = place.type.size
    if characters is None or len(characters) > ELEMENT_LIMIT:
        raise ctx.unsupported(node, "long or wide string initialiser")
    if place.type.element != CHAR or not isinstance(size, Const):
        raise ctx.unsupported(node, "string initialiser")
    room = int(size.value)
    if explicit and room > ELEMENT_LIMIT:
        raise ctx.unsupported(node, "initialiser of a long text again")
    rest = (0,) * (room - len(characters)) if explicit else ()
    for index, character in enumerate((*characters[:room], *rest)):
        if character or explicit:
            target = memory.lvalue(ctx, place.at(Const(index, _INDEX), CHAR), node)
            assert isinstance(target, Element)
            out.append(Assign(target, Const(character, CHAR), ctx.where(node)))


def _initialise_struct(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt], *, explicit: bool) -> None:
    record = place.type
    assert isinstance(record, Record)
    if not isinstance(node, c_ast.InitList):
        _copy_struct(ctx, place, node, out)
        return
    explicit = explicit or overwrites(node)
    fields = record.fields or ()
    position, last, done = 0, 0, set()
    for item in node.exprs:
        value = item
        if isinstance(item, c_ast.NamedInitializer):
            names = [member.name for member in fields]
            if len(item.name) > 1 or not isinstance(item.name[0], c_ast.ID) or item.name[0].name not in names:
                raise ctx.unsupported(item, "designator")
            position, value = names.index(item.name[0].name), item.expr
        if position >= len(fields):
            raise ctx.unsupported(node, "too many initialisers")
        member, last = fields[position], _effect_at(ctx, item, position, last)
        _check_braces(ctx, member.type, value)
        inner = place.member(member.name, member.type, member.width)
        initialise(ctx, inner, value, out, explicit=explicit)
        if record.union:
            out += memory.overwritten(ctx, inner, node)
            return
        done.add(member.name)
        position += 1
    for member in fields:
        if member.name not in done:
            _zero(ctx, place.member(member.name, member.type), node, out, explicit=explicit)


def _copy_struct(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt]) -> None:
    frame = Frame()
    value = ctx.hooks.value(ctx, node, frame)
    if not isinstance(value, Place):
        raise ctx.unsupported(node, "struct initialiser")
    out += frame.before
    memory.copy(ctx, place, value, out, node)
    out += frame.after
