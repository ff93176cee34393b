"""Translate terms of clauses to C expressions with the types of the file's variables.

In ACSL the sum of two `int` is a mathematical integer (see `values`). In CBMC's clauses expressions follow C.
"""

from __future__ import annotations

from veriabs.core.copying import replace
from veriabs.core.types import FloatType, IntType
from veriabs.core.typing_rules import named_type
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.numbers import (
    FUNCTIONS,
    c_integer,
    c_operation,
    cast,
    constant,
    function,
    type_named,
    whole_number,
)
from veriabs.frontend.contract.scope import ClauseScope
from veriabs.frontend.contract.syntax import ClauseNode, Notation
from veriabs.frontend.contract.values import (
    Integer,
    Object,
    Real,
    TooWideError,
    Value,
    arithmetic,
    leaf,
    literal,
    negate,
)
from veriabs.frontend.typed import types
from veriabs.frontend.typed.types import ArrayOf, PointerType, RecordType, Type, declaration_text, target


def value(node: ClauseNode, scope: ClauseScope) -> Value:
    """A term as C; UnsupportedError where its value is not exact, InputError for a name that is not declared."""
    try:
        return operation_value(node, scope)
    except ValueError as error:
        raise scope.refuse(str(error)) from error
    except TooWideError as error:
        raise scope.refuse("a value that may need more than 64 bits") from error


def number(node: ClauseNode, scope: ClauseScope) -> Integer:
    """A term as an integer; raises ValueError for any other."""
    found = value(node, scope)
    if not isinstance(found, Integer):
        raise scope.refuse("a number is expected here")
    return found


def operation_value(node: ClauseNode, scope: ClauseScope) -> Value:
    """The value of an operation."""
    match node:
        case syntax.Number(text):
            return constant(text, scope)
        case syntax.Truth(holds):
            return literal(int(holds))
        case syntax.NullTerm():
            return Object("(void *)0", None)
        case syntax.ResultTerm():
            if scope.result is None or scope.before:
                raise ValueError("\\result is only available after the call")
            return _of(scope.result.text, scope.result.type)
        case syntax.Name(name):
            return _named(name, scope)
        case syntax.UnaryTerm(operator, operand):
            return _unary(operator, operand, scope)
        case syntax.BinaryTerm(operator, left, right):
            return _binary(operator, left, right, scope)
        case syntax.Index() | syntax.MemberTerm():
            return _place(node, scope)
        case syntax.CastTerm(ctype, operand):
            return cast(ctype, operation_value(operand, scope), scope)
        case syntax.SizeOf(ctype, operand):
            return _size(ctype, operand, scope)
        case syntax.At(operand, label):
            return _in_state(operand, at(scope, label))
        case syntax.ConditionalTerm() | syntax.Chain() | syntax.Logical() | syntax.Quantified():
            raise ValueError("expected a number, not a predicate")
        case syntax.Application(name, arguments) if name in FUNCTIONS and len(arguments) == FUNCTIONS[name]:
            return function(name, [whole_number(operation_value(one, scope)) for one in arguments])
        case syntax.Application(name, _):
            raise ValueError(f"{name}(...) is not supported")
        case syntax.Interval():
            raise ValueError("expected a number, not a range")
        case _:
            raise ValueError("this kind of expression in a contract")


def at(scope: ClauseScope, label: str) -> ClauseScope:
    """The scope in the state that a label names."""
    if label in ("Here", "Post") and scope.old is not None:
        return replace(scope, before=False)
    if label in ("Pre", "Old", "Here"):
        return replace(scope, before=scope.old is not None)
    raise scope.refuse(f"the label {label} is not supported")


def _in_state(operand: ClauseNode, scope: ClauseScope) -> Value:
    """A term in the state of a scope; of arrays and structs only their cells and members have old values."""
    found = operation_value(operand, scope)
    is_own = isinstance(operand, syntax.Name) and scope.variable(operand.name).local
    if scope.before and not is_own and is_whole(found):
        raise ValueError("the old value of a whole array or struct")
    return found


def is_whole(found: Value) -> bool:
    """Whether it is an array or a struct, as opposed to a pointer to one."""
    return isinstance(found, Object) and isinstance(found.type, ArrayOf | RecordType)


# ------------------------------------------------------------------------------------------------------------- places


def _named(name: str, scope: ClauseScope) -> Value:
    found = scope.variable(name)
    if found.number is not None:
        return found.number
    if scope.before and not found.local:
        return _old_value(found.text, found.type, scope)
    if found.local and isinstance(found.type, ArrayOf):  # it may be compared with pointers
        return Object(found.text, PointerType(found.type.element))
    return _of(found.text, found.type)


def _of(text: str, ctype: Type | None) -> Value:
    """An expression of a type as a value."""
    match found := types.arithmetic(ctype):
        case IntType():
            return leaf(text, found)
        case FloatType():
            return Real(text, found)
        case None:
            return Object(text, ctype)


def _old_value(text: str, ctype: Type | None, scope: ClauseScope) -> Value:
    """The old value of a place: a variable that was set to it before the call."""
    assert scope.old is not None
    if isinstance(ctype, ArrayOf | RecordType):
        return Object(text, ctype)  # its place does not change; cells and members are kept where they are read
    if ctype is None or not declaration_text(ctype):
        raise ValueError(f"the old value of {text} is not supported")
    return _of(scope.old.scalar(text, lambda name: declaration_text(ctype, name)), ctype)


def _place(node: ClauseNode, scope: ClauseScope) -> Value:
    """A cell, or a member: in the state before the call a copy of it."""
    if not scope.before:
        text, ctype = _reached(node, scope)
        return _of(text, ctype)
    if not syntax.names(node) & scope.bound:
        text, ctype = _reached(node, scope)
        return _old_value(text, ctype, scope)
    return _copied(node, scope)


def _reached(node: ClauseNode, scope: ClauseScope) -> tuple[str, Type]:
    """The C text of a place and its type."""
    match node:
        case syntax.Index(base, index):
            inner = operation_value(base, scope)
            offset = whole_number(operation_value(index, scope))
            if not isinstance(inner, Object) or (ctype := target(inner.type)) is None:
                raise ValueError("the indexed expression is not an array")
            return f"{inner.text}[{strip_parentheses(offset.text)}]", ctype
        case syntax.MemberTerm(base, name, arrow):
            inner = operation_value(base, scope)
            if not isinstance(inner, Object):
                raise ValueError(f"the type of the member {name} is not known")
            ctype = _member(target(inner.type) if arrow else inner.type, name)
            return f"{inner.text}{'->' if arrow else '.'}{name}", ctype
        case _:
            raise ValueError(r"\old() needs a variable, an array element or a member")


def _member(whole: Type | None, name: str) -> Type:
    """The type of a member that is no bit-field."""
    found = whole.field(name) if isinstance(whole, RecordType) else None
    if found is None or found.width is not None:
        raise ValueError(f"the type of the member {name} is not known")
    return found.type


def _copied(node: ClauseNode, scope: ClauseScope) -> Value:
    """`\\old(a[i])` for an index of a quantifier: a cell of a copy of the whole array."""
    members: list[str] = []
    while isinstance(node, syntax.MemberTerm) and not node.arrow:
        members.append(node.name)
        node = node.base
    if not isinstance(node, syntax.Index) or syntax.names(node.base) & scope.bound or scope.old is None:
        raise ValueError("an old value that depends on a variable of a quantifier")
    base = operation_value(node.base, scope)
    index = whole_number(operation_value(node.index, scope))
    ctype = target(base.type) if isinstance(base, Object) else None
    if ctype is None or not isinstance(base, Object):
        raise ValueError("the indexed expression is not an array")
    if isinstance(ctype, ArrayOf):
        raise ValueError("old values of rows of an array")
    is_parameter = isinstance(node.base, syntax.Name) and scope.variable(node.base.name).local
    if not is_parameter and not is_whole(base):
        raise ValueError(r"\old() of an array element needs an array that is a parameter")
    if not (unit := declaration_text(ctype)):
        raise ValueError("old values of cells whose type has no name")
    text = f"{scope.old.cells(base.text, unit)}[{strip_parentheses(index.text)}]"
    for name in reversed(members):
        text, ctype = f"{text}.{name}", _member(ctype, name)
    return _of(text, ctype)


def strip_parentheses(text: str) -> str:
    """An index without parentheses around all of it."""
    if not text.startswith("(") or not text.endswith(")"):
        return text
    depth = 0
    for position, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and position < len(text) - 1:
            return text
    return text[1:-1]


# --------------------------------------------------------------------------------------------------------- operations


def _unary(operator: str, operand: ClauseNode, scope: ClauseScope) -> Value:
    if operator == "&":
        return _address(operand, scope)
    if operator == "*":
        return _place(syntax.Index(operand, syntax.Number("0")), scope)
    if operator == "!":
        raise ValueError("expected a number, not a predicate")
    found = operation_value(operand, scope)
    if isinstance(found, Real):
        return Real(f"({operator}{found.text})", found.type) if operator in "+-" else _no_number()
    if scope.notation is Notation.CPROVER:
        return c_integer(f"({operator}{whole_number(found).text})", whole_number(found).type)
    match operator:
        case "-":
            return negate(whole_number(found))
        case "~":
            return arithmetic("-", negate(whole_number(found)), literal(1))
        case _:
            return whole_number(found)


def _no_number() -> Value:
    raise ValueError("a whole number is expected here")


def _address(operand: ClauseNode, scope: ClauseScope) -> Value:
    if scope.before or not isinstance(operand, syntax.Index | syntax.MemberTerm | syntax.Name):
        raise ValueError("an address that is not supported")
    if isinstance(operand, syntax.Name):
        found = scope.variable(operand.name)
        text, ctype = found.text, found.type
    else:
        text, ctype = _reached(operand, scope)
    return Object(f"&{text}", PointerType(ctype) if ctype is not None else None)


def _binary(operator: str, left: ClauseNode, right: ClauseNode, scope: ClauseScope) -> Value:
    first, second = operation_value(left, scope), operation_value(right, scope)
    if isinstance(first, Object) or isinstance(second, Object):
        return _with_pointer(operator, first, second)
    if scope.notation is Notation.CPROVER:
        return c_operation(operator, first, second, scope)
    if isinstance(first, Real) or isinstance(second, Real):
        raise ValueError("arithmetic of real numbers is not supported")
    return arithmetic(operator, first, second)


def _with_pointer(operator: str, left: Value, right: Value) -> Value:
    if isinstance(left, Object) and isinstance(right, Integer) and operator in "+-":
        return Object(f"({left.text} {operator} {right.text})", left.type)
    if isinstance(right, Object) and isinstance(left, Integer) and operator == "+":
        return Object(f"({left.text} + {right.text})", right.type)
    raise ValueError("arithmetic of pointers that is not supported")


def _size(ctype: str, operand: ClauseNode | None, scope: ClauseScope) -> Value:
    if operand is not None:
        text, node = _typed(operand, scope)
        found = types.arithmetic(node)
        if found is None:
            raise ValueError(f"sizeof({text}) is not supported")
    else:
        found = type_named(ctype, scope)
    if found is None:
        raise ValueError("sizeof(integer)")
    wide = named_type("unsigned long", scope.types.data_model)
    assert isinstance(wide, IntType)
    size = max(1, found.bits // 8)
    return replace(leaf(str(size), wide, size, size), text=f"{size}ul")


def _typed(operand: ClauseNode, scope: ClauseScope) -> tuple[str, Type | None]:
    match operand:
        case syntax.Index() | syntax.MemberTerm():
            return _reached(operand, scope)
        case syntax.UnaryTerm("*", inner):
            return _reached(syntax.Index(inner, syntax.Number("0")), scope)
        case syntax.Name(name):
            found = scope.variable(name)
            return found.text, found.type
        case _:
            raise ValueError("sizeof of an expression is not supported")


def integer_or_none(node: ClauseNode, scope: ClauseScope) -> Integer | None:
    """The term as a whole number, if it fits into 64 bits."""
    try:
        found = operation_value(node, scope)
    except (TooWideError, ValueError):
        return None
    return found if isinstance(found, Integer) else None
